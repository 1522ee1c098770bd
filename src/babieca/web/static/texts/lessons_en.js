/** The lessons in English. */

/** @type {Record<string, import("../js/i18n.js").Lesson>} */
export const LESSONS = {
  banon: {
    title: "Counting by the W table",
    paper: "Bañón: the W table, islands, dangling squares, equivalent partial tours",
    screens: [
      {
        title: "Islands and dangling squares",
        text: "Write on every free square its W: the number of squares from which it can still be entered, the knight's square included. When the knight leaves a square, the W of that square's free neighbours falls by one.",
        more: "A free square with W = 0 is an island: the knight can never enter it, so the attempt has failed, even if the knight can still move. A square with W = 1 dangles: there is no way out of it, so it can only be the last square. A path of 64 squares ends on the other colour than it began; a dangling square of the wrong colour ends the attempt.",
        look: "Play a few hundred events. How far does the knight get before a dangling square turns it back?",
      },
      {
        title: "What the rules save",
        text: "Without rules the search goes on until the knight is stuck. With them it turns back as soon as the W table proves that no tour is possible. The rules lose no tour: they only prove a failure earlier.",
        more: "Bañón reports that islands halve the time, and dangling squares of the wrong colour divide it by five.",
        look: "Both searches try the moves clockwise. With the rules the first tour comes after 2,335 squares entered; without them the recording ends long before the first tour.",
      },
      {
        title: "Equivalent partial tours",
        text: "Two partial tours that have visited the same squares, in any order, and end on the same square can be completed in equally many ways. So count once, keep the number in a table, and look it up the next time.",
        more: "Here partial tours of twelve squares are tabulated, and the search goes through the whole tree: it does not end with the first tour, but counts all 32 that begin in this corner.",
        look: "Watch the counter “counted before”: each one is a whole branch that the search skips.",
      },
    ],
  },
  sanchez: {
    title: "Two knights at once",
    paper: "Sánchez López: a symmetric strategy for the IBM 1620",
    screens: [
      {
        title: "One walks, the other mirrors",
        text: "Two knights start on opposite squares. Whenever one of them jumps, the other makes the jump that is symmetric about the centre of the board.",
        more: "After 32 moves each has come to the square where the other began. Put together, the two halves are one closed tour that a half-turn maps to itself.",
        look: "Step through the moves: the two knights always stand opposite each other.",
      },
      {
        title: "Half as deep",
        text: "The search is only half as deep: 32 choices instead of 64. On a machine of the 1960s, where time was money, that made the difference.",
        more: "The price: only symmetric tours are found. There are far fewer of them, but still far too many to look at.",
        look: "On 6 × 6, two knights beside a search that visits all tours.",
      },
      {
        title: "Which boards have such tours",
        text: "The half-turn must move every square, so the board has no middle square: at least one side is even. And the tour is closed, so the number of squares is even.",
        more: "Press “Other dice” in Watch to see another pair of walks; under “Count” you can count the symmetric tours of a board.",
        look: "How often do the knights go back before they meet?",
      },
    ],
  },
  gonzalez: {
    title: "A stack to go back",
    paper: "González Franco: data structures, a stack and Warnsdorff's rule",
    screens: [
      {
        title: "Backtracking",
        text: "Every square visited is pushed onto a stack, with the moves that were tried from it. If no move is left, the top square is taken off, and the square below tries its next move.",
        more: "Moves are tried counter-clockwise from the upper right. The search is not clever, and it forgets nothing: if there is a tour, the search finds a tour in the end.",
        look: "Beside the board is the stack. The small number says how many squares were open when that square was chosen.",
      },
      {
        title: "Warnsdorff's rule",
        text: "The same stack, but the moves are tried in another order: first the square from which there are the fewest moves on.",
        more: "The paper reports more than five minutes without the rule on 8 × 8, and about a hundredth of a second with it.",
        look: "A race on 6 × 6: a fixed order, and Warnsdorff's. The first is still far from a tour when the recording ends.",
      },
      {
        title: "A proof by exhaustion",
        text: "Backtracking ends in one of two ways. Either the stack holds a tour, or it is empty: then everything was tried, and there is no tour from that square. That is a proof.",
        more: "The 4 × 4 board has no tour. From its corner the search enters 2223 squares to prove it.",
        look: "Scrub to the end: the stack is empty.",
      },
    ],
  },
  costa: {
    title: "Four criteria",
    paper: "Costa and Pereira de Sá: a linear heuristic for open tours",
    screens: [
      {
        title: "First the hardest squares",
        text: "Always go to the square with the fewest onward moves (Warnsdorff 1823). This visits the squares that are hard to reach while that is still possible. One walk takes time linear in the number of squares and never goes back.",
        more: "But often several squares tie. The rule does not say which of them to take, and a bad choice can end the walk.",
        look: "“Who decided” counts how often the rule alone was enough.",
      },
      {
        title: "Breaking ties",
        text: "The paper's second criterion takes, among tied squares, the square nearest to a corner. The third takes the square nearest to an edge. Both follow the same idea: visit the most restricted squares first.",
        more: "If there is still a tie, the dice decide.",
        look: "Four walks from d4, with one, two, three and all four criteria.",
      },
      {
        title: "And if it fails?",
        text: "With dice in it, a walk that fails can simply be made again from the beginning. The paper allows k = 16 walks.",
        more: "It never goes back a single step. On a board with an odd number of squares a path must begin on the colour of the corners; from any other square each of the 16 walks is bound to fail.",
        look: "b1 on 7 × 7 is of the wrong colour: sixteen walks, sixteen failures.",
      },
    ],
  },
  course: {
    title: "From an exercise to a count",
    paper: "A course exercise (caballoSec): plain backtracking; and what can be done instead",
    screens: [
      {
        title: "Try everything",
        text: "The exercise numbers squares by row and column and tries all eight moves in turn, recursively. It is the plainest program that finds every tour.",
        more: "On 5 × 5 that is still quick: 304 paths begin in a corner.",
        look: "No rules at all: the knight goes on until it is stuck.",
      },
      {
        title: "The order matters",
        text: "Two plain searches that differ only in the order of their moves, clockwise or counter-clockwise, meet their first tour at quite different moments: here after 5,788 squares entered, and after 1,589.",
        more: "To find all tours both have to walk the same tree to its end, so for counting the order matters much less.",
        look: "Which search finds a tour first?",
      },
      {
        title: "Counting without walking",
        text: "All closed tours of 8 × 8, more than 13 million million, cannot be walked one by one. The frontier sweep counts them without seeing any. Squares retire one after another. The sweep remembers only how many moves each waiting square has, and which squares are the two ends of one fragment.",
        more: "States that are alike are counted together. The 5 × 6 board has 8 closed tours; the last layer says so.",
        look: "Step through the layers, and press an example to see its fragments.",
      },
    ],
  },
};
