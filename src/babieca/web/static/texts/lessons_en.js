/** The lessons in English. Names in braces are figures of the screen's recordings; `{board}` is a board to touch. */

/** @type {Record<string, import("../js/watch_texts.js").Lesson>} */
export const LESSONS = {
  colours: {
    title: "Light and dark",
    paper: "An idea: the colouring argument",
    screens: [
      {
        title: "Every move changes the colour",
        text: "Watch the knight, and watch the colours. From a dark square it jumps to a light one. From a light square it jumps to a dark one. Always.",
        more: "So a walk goes dark, light, dark, light, to its end. This walk visits all {squares} squares: {dark} dark ones and {light} light ones.",
        touch: "Touch a square of {board} and see where the knight can go.",
      },
      {
        title: "One square too many",
        text: "This board has {squares} squares. Now the knight begins on b1, a light square. It tries {colours.walks} times.",
        touch:
          "Touch the squares of {board} and count them: are there more dark ones or more light ones?",
        question: "How many of the {squares} squares will its best walk visit?",
        answer:
          "It visits {colours.deepest}. There are {dark} dark squares and only {light} light ones. The walk begins on a light square, and each dark square needs a light one just before it. So {light} dark squares are the most, and one is left over. That is a proof. It needs no search.",
        tries:
          "Begin on b1 of 5 × 5: the page says at once that it cannot be done. Then begin on a1.",
      },
      {
        title: "Colour it another way",
        text: "A closed tour comes back to its start. It takes dark and light squares in turn, so it needs equally many. A board with an odd number of squares has no closed tour.",
        more: "This board has {dark} dark and {light} light squares. Colours do not forbid a closed tour here. But look at the rows.",
        touch:
          "Touch the two outer rows of {board} and see: from there the knight can jump only to the inner rows.",
        question: "Is there a closed tour of 4 × 5?",
        answer:
          "No. The search enters {banon.nodes} squares to be sure. The rows show it without a search. There are as many outer squares as inner ones, and after each outer square comes an inner one. So a closed tour takes outer and inner squares in turn. It also takes dark and light squares in turn. Then all outer squares would have one colour, and they do not. The same is true of every board with four rows.",
        tries: "Ask for a closed tour of 4 × 8. The page answers with a theorem.",
      },
    ],
  },
  banon: {
    title: "Counting by the W table",
    paper: "Bañón: the W table, islands, dangling squares, equivalent partial tours",
    screens: [
      {
        title: "Islands and dangling squares",
        text: "Each free square shows its W: the number of squares from which the knight can still enter it. The knight's own square counts too. When the knight leaves a square, the W of the free squares around it falls by one.",
        more: "A square with W = 0 is an island. The knight can never enter it, so the attempt has failed, even if the knight can still move. A square with W = 1 dangles. The knight can enter it but not leave it, so it can only be the last square. On this board the last square has another colour than the first. A dangling square of the wrong colour ends the attempt: here {banon.dangling} times.",
        touch: "Walk on {board} and watch the W: which square is the first to dangle?",
      },
      {
        title: "What the rules save",
        text: "Two searches begin in the same corner and try the moves clockwise. One has no rules: it goes on until the knight is stuck. The other turns back as soon as the W table proves that no tour is possible.",
        more: "The rules lose no tour. They only prove a failure earlier. Bañón reports that islands halve the time, and that dangling squares of the wrong colour divide it by five.",
        question:
          "With the rules the search enters {banon.nodes} squares until it has a tour. How many does it enter without them?",
        answer:
          "It enters {norules.nodes}. Both find the same tour. The rules only shorten the way to it.",
      },
      {
        title: "Equivalent partial tours",
        text: "Take two partial tours that have visited the same squares and end on the same square. They can be completed in equally many ways. So count once, write the number into a table, and look it up the next time.",
        more: "This search does not stop at the first tour. It goes through the whole tree and counts.",
        question: "How many paths of 3 × 7 begin in this corner?",
        answer:
          "There are {equivalent.tours}. The search met {equivalent.known} partial tours that it had counted before. Each time it skipped a whole branch.",
        tries: "Walk on 5 × 6 with the W table. Can you finish from the corner?",
      },
    ],
  },
  sanchez: {
    title: "Two knights at once",
    paper: "Sánchez López: a symmetric strategy for the IBM 1620",
    screens: [
      {
        title: "One walks, the other mirrors",
        text: "Two knights start on opposite squares. When one of them jumps, the other makes the opposite jump. Turn the board half around, and you see the same picture.",
        more: "After {half} moves each knight has come to the square where the other began. Put together, the two halves are one closed tour.",
        touch: "Touch a square of {board} and the second knight goes to the opposite square.",
      },
      {
        title: "Half as deep",
        text: "The search chooses {half} moves instead of {squares}. On the IBM 1620 this mattered: “time is money”, writes Sánchez López.",
        more: "The price: it finds only tours that look the same after half a turn.",
        question:
          "Two knights, or one knight with Bañón's rules: who has a closed tour of 6 × 6 first?",
        answer:
          "The two knights. They enter {knights.nodes} squares, the single knight {banon.nodes}.",
      },
      {
        title: "When do they meet?",
        text: "The knights do not always choose well. When they are stuck, both take their last move back and try the next one.",
        touch:
          "They need a board without a middle square. Touch the middle of {board} and see: both knights would stand on it.",
        question: "How often do they go back before they meet?",
        answer:
          "They go back {knights.backtracks} times. Then each knight reaches the square where the other began, and the tour of {squares} squares is closed.",
        tries: "Watch two knights on 6 × 6. Press “Other dice” to see another pair of walks.",
      },
    ],
  },
  gonzalez: {
    title: "A stack to go back",
    paper: "González Franco: data structures, a stack and Warnsdorff's rule",
    screens: [
      {
        title: "Backtracking",
        text: "Every square that the knight visits goes onto a stack. If no move is left, the top square comes off, and the square below it tries its next move.",
        more: "This search always tries the moves in the same order: counter-clockwise from the upper right. It is not clever, and it forgets nothing. Here it goes back {plain.backtracks} times. Then it has a tour.",
        touch:
          "Touch the squares of {board} to see how many moves there are to try: few in a corner, many in the middle.",
      },
      {
        title: "Warnsdorff's rule",
        text: "The same stack, but another order of the moves: first the square from which there are the fewest moves on.",
        more: "The paper reports: without the rule, 8 × 8 was not finished after five minutes. With the rule it took about a hundredth of a second.",
        question:
          "With the rule the search enters {stack.nodes} squares, each square of the board once. How many does it enter without the rule?",
        answer:
          "It enters {plain.nodes}. It goes back {plain.backtracks} times; with the rule, {stack.backtracks} times.",
      },
      {
        title: "An empty stack is a proof",
        text: "Backtracking ends in one of two ways. Either the stack holds a tour. Or the stack is empty. Then everything was tried, and there is no tour from that square.",
        touch: "Walk on {board} yourself: where must you begin to reach every square?",
        question: "The knight begins on b1. Will it find a path through all {squares} squares?",
        answer:
          "No. It enters {plain.nodes} squares and goes back {plain.backtracks} times. Then the stack is empty: that is a proof for b1. The other squares need a proof of their own. The paper's program moves the start over the whole board.",
        tries: "Play 3 × 4 from a1. From there it can be done.",
      },
    ],
  },
  costa: {
    title: "Four criteria",
    paper: "Costa and Pereira de Sá: a linear heuristic for open tours",
    screens: [
      {
        title: "First the hardest squares",
        text: "The knight always goes to the square with the fewest moves on. This is Warnsdorff's rule of 1823. It visits the difficult squares while it still can.",
        more: "The walk never goes back, so it is fast on large boards too. But often several squares tie. Here the rule decided {degree.degree} moves. There were {degree.order} ties, and the rule does not say which square to take.",
        touch: "Try the rule on {board} now: always go to the smallest number.",
      },
      {
        title: "Breaking ties",
        text: "The paper adds three criteria. Among tied squares, take the square nearest to a corner. If they still tie, take the square nearest to an edge. If they still tie, throw dice.",
        more: "All of them follow one idea: the most restricted squares first. Four walks begin on d4. The first uses the rule alone and has {degree.order} ties. The last uses all four criteria.",
        question: "How often do the dice decide in the last walk?",
        answer:
          "The dice decided {warnsdorff.random} moves, the rule {warnsdorff.degree}, the corner {warnsdorff.corner}, the edge {warnsdorff.edge}.",
      },
      {
        title: "And if it fails?",
        text: "A walk that fails is thrown away. A new walk begins, and the dice may fall otherwise. The paper allows sixteen walks.",
        more: "The paper also goes to boards of three and more dimensions. There it solves one flat slice after another.",
        question:
          "This board has {squares} squares, and the knight begins on b1. Will one of the sixteen walks visit them all?",
        answer:
          "No. {warnsdorff.walks} walks, {warnsdorff.walks} failures; the best visits {warnsdorff.deepest} squares. The rule is not to blame. The square b1 is light, and the board has one dark square more than light ones. The lesson “Light and dark” proves it.",
        tries: "Watch the walk from a1, a dark corner.",
      },
    ],
  },
  course: {
    title: "From an exercise to a count",
    paper: "A course exercise (caballoSec): plain backtracking; and what can be done instead",
    screens: [
      {
        title: "Try everything",
        text: "The exercise has the plainest program of all: try the eight moves in turn, clockwise. If none is left, go back.",
        more: "It has no rules. In the end it finds every tour. From this corner the first tour comes after {norules.nodes} squares.",
        touch:
          "Touch the squares of {board} and find those from which all eight moves stay on the board.",
      },
      {
        title: "The order matters",
        text: "Two plain searches begin on a1. The search without rules tries the moves clockwise. The stack tries them counter-clockwise. Nothing else is different.",
        question: "Which of them finds a tour first?",
        answer:
          "The stack: it enters {plain.nodes} squares, the other search {norules.nodes}. But that is luck. Begin in the other corner, d1, and it is the other way round. To find all tours, both walk the whole tree.",
      },
      {
        title: "How many are there?",
        text: "The exercise counts all paths of 5 × 5 from one square. Its program walks along every one of them. It also walks every way that fails.",
        more: "Here another method counts: the frontier sweep. It walks no path at all. The lesson “Why counting does not need listing” shows how.",
        question: "How many paths of 5 × 5 begin on d2?",
        answer:
          "There are {sweep.tours}. The program of the exercise prints the same number for this square.",
        tries: "Find one of them: play 5 × 5 from d2.",
      },
    ],
  },
  counting: {
    title: "Why counting does not need listing",
    paper: "An idea: the frontier sweep, state by state",
    screens: [
      {
        title: "One square after another",
        text: "We count the paths of 3 × 4. A path is a line through every square. We tie its two ends to a post beside the board. Now every square has exactly two lines, and so has the post.",
        more: "The squares retire one after another. A square that retires has its two lines, and we never look at it again. The other squares wait. The number on a waiting square says how many lines it has so far. A bow joins two loose ends of one piece.",
        touch:
          "Touch a corner of {board} and see: it has only two moves. If no path ends there, both are used.",
      },
      {
        title: "Two drawings, one state",
        text: "Two drawings can differ on the retired squares and be alike on the waiting ones. Then they can be completed in the same ways. So forget the drawings. Keep one state, and a number: how many drawings lead to it.",
        more: "Press a state below the board. You see which states lead to it. Their numbers add up.",
        question: "In the fullest layer there are {states.drawings} drawings. How many states?",
        answer:
          "There are {states.most}. From then on the layers shrink. In the last layer one state is left, and its number is the answer: 3 × 4 has {states.tours} paths.",
      },
      {
        title: "A longer board",
        text: "For a small board that was much work. Now make the board longer. Only a few squares wait at a time, so the layers stop growing. The number of paths does not.",
        question:
          "3 × 14 has {sweep.tours} paths. How many states are there, in all layers together?",
        answer:
          "There are {sweep.states}, and no layer has more than {sweep.most}. The sweep needs no list. In this way Babieca counts the 13,267,364,410,532 closed tours of 8 × 8. Bañón's search took sixty days.",
        tries:
          "Play 5 × 5. The number on each square says how many paths go on from there. The server counts them without a list.",
      },
    ],
  },
};
