/** The texts of Puzzle, which come with the view. */

import { puzzle as en } from "../texts/puzzle_en.js";
import { puzzle as es } from "../texts/puzzle_es.js";
import { learnTexts } from "./i18n.js";

learnTexts({ en, es });
