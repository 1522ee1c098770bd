/** The texts of Watch and Lessons, which come with these views. */

import { LESSONS as lessonsEn } from "../texts/lessons_en.js";
import { LESSONS as lessonsEs } from "../texts/lessons_es.js";
import { watch as watchEn } from "../texts/watch_en.js";
import { watch as watchEs } from "../texts/watch_es.js";
import { learnTexts, spoken } from "./i18n.js";

/** @typedef {{title: string, text: string, more?: string, touch?: string, question?: string, answer?: string, tries?: string}} Screen */
/** @typedef {{title: string, paper: string, screens: Screen[]}} Lesson */

learnTexts({ en: watchEn, es: watchEs });

/** @type {Record<string, Record<string, Lesson>>} */
const LESSONS = { en: lessonsEn, es: lessonsEs };

export const lessons = () => LESSONS[spoken()];
