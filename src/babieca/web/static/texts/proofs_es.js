/** Proofs in Spanish: the sentences of the library, and what they say. Groups are translated too. */

/** @type {[RegExp, string][]} */
export const PROOFS = [
  [/^no such tour exists: (.+)$/, "$1"],
  [/^(.+); a path exists: ask for kind path$/, "$1; sí hay un camino: elige «camino»"],
  [/^(.+) \((colour argument|counting argument|parity argument|[A-Z].+ \d{4}, .+)\)$/, "$1 ($2)"],
  [/^colour argument$/, "argumento de los colores"],
  [/^counting argument$/, "argumento de conteo"],
  [/^parity argument$/, "argumento de paridad"],
  [/^the (\S+) board has no closed tour$/, "el tablero $1 no tiene ningún recorrido cerrado"],
  [/^the (\S+) board has no path$/, "el tablero $1 no tiene ningún camino"],
  [/^there is nothing to visit$/, "no hay nada que visitar"],
  [
    /^a closed tour needs at least three squares$/,
    "un recorrido cerrado necesita al menos tres casillas",
  ],
  [/^(\S+) has no move$/, "$1 no tiene ningún salto"],
  [/^(\S+) has only one move$/, "$1 solo tiene un salto"],
  [/^(.+) can be entered but not left again$/, "en $1 se puede entrar, pero no salir"],
  [/^(\S+) is an end and would have two moves$/, "$1 es un extremo y tendría dos saltos"],
  [/^(\S+) would have three moves$/, "$1 tendría tres saltos"],
  [/^(.+) would all have to be ends$/, "$1 tendrían que ser todas extremos"],
  [/^(.+) would have to be the ends, but (.+)$/, "$1 tendrían que ser los extremos, pero $2"],
  [/^(.+) would be a cycle of their own$/, "$1 formarían un ciclo aparte"],
  [/^(.+) would be a path of their own$/, "$1 formarían un camino aparte"],
  [/^(.+), … \((\d+) squares\)$/, "$1, … ($2 casillas)"],
  [/^(\S+) and (\S+)$/, "$1 y $2"],
  [/^(\d+) squares can be left only through (\S+)$/, "de $1 casillas solo se sale por $2"],
  [
    /^more squares with only one move than free ends of a path: (.+)$/,
    "hay más casillas con un solo salto que extremos libres: $1",
  ],
  [/^the moves do not connect all squares$/, "los saltos no unen todas las casillas"],
  [
    /^the moves form one cycle, so the ends of a path are a move apart$/,
    "los saltos forman un solo ciclo, así que los extremos de un camino están a un salto",
  ],
  [
    /^every square where a path may end is a move from its start$/,
    "toda casilla donde puede acabar un camino está a un salto de su comienzo",
  ],
  [
    /^without (its ends|\S+) the rest falls into (\d+) pieces$/,
    "sin $1 el resto se parte en $2 trozos",
  ],
  [/^its ends$/, "sus extremos"],
  [
    /^without its end (\S+) the path falls into (\d+) pieces$/,
    "sin su extremo $1 el camino se parte en $2 trozos",
  ],
  [
    /^start and end are a move apart, so no such path is open$/,
    "inicio y final están a un salto, así que ningún camino es abierto",
  ],
  [
    /^on the (\S+) board moves keep the parity along the long side$/,
    "en el tablero $1 los saltos conservan la paridad a lo largo del lado mayor",
  ],
  [
    /^with a side of 4, a path starts and ends in the two outer lines$/,
    "con un lado de 4, un camino empieza y acaba en las dos líneas exteriores",
  ],
  [/^a (\(.+\)) leaper never changes colour$/, "una pieza $1 nunca cambia de color"],
  [
    /^(\d+) squares have one colour and (\d+) the other, and a closed tour alternates$/,
    "$1 casillas son de un color y $2 del otro, y un recorrido cerrado los alterna",
  ],
  [
    /^(\d+) squares have one colour and (\d+) the other, and a path alternates$/,
    "$1 casillas son de un color y $2 del otro, y un camino los alterna",
  ],
  [
    /^(\d+) squares have one colour and (\d+) the other, so a path starts and ends on the colour of the \d+; (\S+) has the other$/,
    "$1 casillas son de un color y $2 del otro, así que un camino empieza y acaba en el color de las $1; $3 es del otro",
  ],
  [
    /^both colours have (\d+) squares, so a path ends on the other colour than it starts on; (\S+) and (\S+) have the same$/,
    "hay $1 casillas de cada color, así que un camino acaba en el color opuesto al de su inicio; $2 y $3 son del mismo",
  ],
  [
    /^the beginning reaches the end before all is visited$/,
    "el comienzo llega al final antes de visitarlo todo",
  ],
  [/^everything is visited, but not as asked$/, "todo está visitado, pero no como se pide"],
  [
    /^not closed: from the last square (\S+) to the first (\S+) is not a move$/,
    "no se cierra: de la última casilla, $1, a la primera, $2, no hay salto",
  ],
  [
    /^not an open tour: its ends (\S+) and (\S+) are a move apart$/,
    "no es un recorrido abierto: sus extremos, $1 y $2, están a un salto",
  ],
  [/^every continuation was tried$/, "se probaron todas las continuaciones"],
  [
    /^every way to number the squares was tried$/,
    "se probaron todas las maneras de numerar las casillas",
  ],
  [
    /^the search visited the whole tree of partial tours$/,
    "la búsqueda recorrió todo el árbol de recorridos parciales",
  ],
  [/^exhaustive search, (\d+) .+$/, "búsqueda exhaustiva, $1 pasos"],
  [
    /^proved by exhaustive sweep, (\d+) states$/,
    "demostrado por un barrido exhaustivo, $1 estados",
  ],
  [
    /^two knights met in every way they can$/,
    "los dos caballos se encontraron de todas las maneras",
  ],
  [/^counted on the folded board: none$/, "contados en el tablero plegado: ninguno"],
  [
    /^the search of the folded board found none$/,
    "la búsqueda en el tablero plegado no halló ninguno",
  ],
  [/^the folded board has no tour$/, "el tablero plegado no tiene recorridos"],
  [/^the count is 0$/, "hay 0"],
  [
    /^the frontier sweep has no state that leads to a tour$/,
    "ningún estado del barrido de frontera lleva a un recorrido",
  ],
  [
    /^a magic tour needs two even sides and a number of squares that 8 divides$/,
    "un recorrido mágico necesita dos lados pares y un número de casillas divisible por 8",
  ],
  [
    /^the diagonals are lines of a magic tour only where the sides are equal$/,
    "las diagonales solo son líneas de un recorrido mágico si los lados son iguales",
  ],
  [
    /^the 8x8 board has no tour that is magic along its diagonals too$/,
    "el tablero 8x8 no tiene recorridos mágicos también en las diagonales",
  ],
  [/^a path cannot be shifted$/, "un camino no se puede desplazar sobre sí mismo"],
  [
    /^the (.+) leaves (\d+) squares in their place$/,
    "la simetría ($1) deja $2 casillas en su sitio",
  ],
  [/^(\d+) squares are not (\d+) equal parts$/, "$1 casillas no son $2 partes iguales"],
  [
    /^the (.+) would shift a tour by (\d+) moves or an odd multiple, but it (changes|keeps) the colour$/,
    "la simetría ($1) desplazaría un recorrido $2 saltos o un múltiplo impar, pero $3 el color",
  ],
  [/^changes$/, "cambia"],
  [/^keeps$/, "conserva"],
  [
    /^the (.+) can only shift a tour, not reverse it$/,
    "la simetría ($1) solo puede desplazar un recorrido, no invertirlo",
  ],
  [
    /^a tour that the (.+) reverses would have (\d+) of its squares in their place; there are (\d+)$/,
    "un recorrido que la simetría ($1) invierte dejaría $2 casillas en su sitio; hay $3",
  ],
  [
    /^no square is a move away from its image by the (.+)$/,
    "ninguna casilla está a un salto de su imagen por la simetría ($1)",
  ],
  [/^(\S+) at step (\d+)$/, "$1 en el paso $2"],
  [
    /^(\S+ at step \d+): its colour would be at (\d+) steps?, and has (\d+) squares?$/,
    "$1: su color estaría en $2 pasos, y tiene $3 casillas",
  ],
  [
    /^(\S+ at step \d+) and (\S+ at step \d+) have (.+), but the number of moves between them is (.+)$/,
    "$1 y $2 son $3, pero el número de saltos entre ellas es $4",
  ],
  [/^the same colour$/, "del mismo color"],
  [/^different colours$/, "de colores distintos"],
  [/^odd$/, "impar"],
  [/^even$/, "par"],
  [
    /^(\S+ at step \d+) and (\S+ at step \d+) are (\d+) moves? apart, but the squares are (\d+) moves? apart at least$/,
    "de $1 a $2 el número de saltos es $3, pero de una casilla a la otra hacen falta al menos $4",
  ],
  [/^no walk leads from (.+) to (.+)$/, "ningún camino va de $1 a $2"],
  [/^the moves form no cycle$/, "los saltos no forman ningún ciclo"],
  [/^no path joins both ends$/, "ningún camino une los dos extremos"],
  [/^half-turn$/, "medio giro"],
  [/^quarter-turn$/, "cuarto de giro"],
  [/^three-quarter-turn$/, "tres cuartos de giro"],
  [/^left-right reflection$/, "reflexión izquierda-derecha"],
  [/^up-down reflection$/, "reflexión arriba-abajo"],
  [/^diagonal reflection$/, "reflexión en la diagonal"],
  [/^antidiagonal reflection$/, "reflexión en la antidiagonal"],
];
