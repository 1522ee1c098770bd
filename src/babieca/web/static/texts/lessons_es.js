/** The lessons in Spanish. Names in braces are figures of the screen's recordings; `{board}` is a board to touch. */

/** @type {Record<string, import("../js/watch_texts.js").Lesson>} */
export const LESSONS = {
  colours: {
    title: "Claras y oscuras",
    paper: "Una idea: el argumento de los colores",
    screens: [
      {
        title: "Cada salto cambia el color",
        text: "Mira el caballo y mira los colores. De una casilla oscura salta a una clara. De una clara salta a una oscura. Siempre.",
        more: "Así un camino va por oscura, clara, oscura, clara, hasta el final. Este pasa por las {squares} casillas: {dark} oscuras y {light} claras.",
        touch: "Toca una casilla de {board} y mira adónde puede ir el caballo.",
      },
      {
        title: "Sobra una casilla",
        text: "Este tablero tiene {squares} casillas. Ahora el caballo empieza en b1, una casilla clara. Lo intenta {colours.walks} veces.",
        touch: "Toca las casillas de {board} y cuéntalas: ¿hay más oscuras o más claras?",
        question: "¿Por cuántas de las {squares} casillas pasará su mejor camino?",
        answer:
          "Pasa por {colours.deepest}. Hay {dark} oscuras y solo {light} claras. El camino empieza en una clara, y cada oscura necesita una clara justo antes. Así que caben {light} oscuras como mucho, y una sobra. Es una demostración. No hace falta buscar.",
        tries:
          "Empieza en b1 de 5 × 5: la página dice enseguida que no se puede. Luego empieza en a1.",
      },
      {
        title: "Colorea de otro modo",
        text: "Un recorrido cerrado vuelve a su inicio. Pasa por oscuras y claras por turno, así que necesita tantas de unas como de otras. Un tablero con un número impar de casillas no tiene recorrido cerrado.",
        more: "Este tablero tiene {dark} oscuras y {light} claras. Aquí los colores no prohíben un recorrido cerrado. Pero mira las filas.",
        touch:
          "Toca las dos filas de fuera de {board} y mira: desde ellas el caballo solo puede saltar a las filas de dentro.",
        question: "¿Hay un recorrido cerrado de 4 × 5?",
        answer:
          "No. La búsqueda pisa {banon.nodes} casillas para estar segura. Las filas lo muestran sin buscar. Hay tantas casillas de fuera como de dentro, y tras cada una de fuera viene una de dentro. Así que un recorrido cerrado pasa por fuera y por dentro por turno. También pasa por oscuras y claras por turno. Entonces todas las de fuera serían de un color, y no lo son. Lo mismo vale para todo tablero de cuatro filas.",
        tries: "Pide un recorrido cerrado de 4 × 8. La página responde con un teorema.",
      },
    ],
  },
  banon: {
    title: "Contar con la tabla W",
    paper: "Bañón: la tabla W, islas, casillas colgantes, subrecorridos equivalentes",
    screens: [
      {
        title: "Islas y casillas colgantes",
        text: "Cada casilla libre muestra su W: el número de casillas desde las que el caballo aún puede entrar en ella. La casilla del caballo también cuenta. Cuando el caballo deja una casilla, la W de las libres de alrededor baja en uno.",
        more: "Una casilla con W = 0 es una isla. El caballo ya no puede entrar en ella: el intento ha fracasado, aunque el caballo aún pueda saltar. Una casilla con W = 1 está colgante. El caballo puede entrar, pero no salir, así que solo puede ser la última. En este tablero la última casilla tiene otro color que la primera. Una casilla colgante del color equivocado acaba con el intento: aquí {banon.dangling} veces.",
        touch: "Camina por {board} y mira la W: ¿qué casilla queda colgante primero?",
      },
      {
        title: "Lo que ahorran las reglas",
        text: "Dos búsquedas empiezan en la misma esquina y prueban los saltos en el sentido del reloj. Una no tiene reglas: sigue hasta el atasco. La otra vuelve en cuanto la tabla W demuestra que no hay recorrido posible.",
        more: "Las reglas no pierden ningún recorrido. Solo demuestran antes un fracaso. Bañón cuenta que las islas reducen el tiempo a la mitad, y que las colgantes del color equivocado lo dividen por cinco.",
        question:
          "Con las reglas la búsqueda pisa {banon.nodes} casillas hasta tener un recorrido. ¿Cuántas pisa sin ellas?",
        answer:
          "Pisa {norules.nodes}. Las dos hallan el mismo recorrido. Las reglas solo acortan el camino hasta él.",
      },
      {
        title: "Subrecorridos equivalentes",
        text: "Toma dos subrecorridos que han pasado por las mismas casillas y terminan en la misma. Se pueden completar de igual número de maneras. Así que cuenta una vez, apunta el número en una tabla y consúltalo la próxima vez.",
        more: "Esta búsqueda no se detiene en el primer recorrido. Recorre todo el árbol y cuenta.",
        question: "¿Cuántos caminos de 3 × 7 empiezan en esta esquina?",
        answer:
          "Hay {equivalent.tours}. La búsqueda encontró {equivalent.known} subrecorridos que ya había contado. Cada vez se saltó una rama entera.",
        tries: "Camina por 5 × 6 con la tabla W. ¿Puedes terminar desde la esquina?",
      },
    ],
  },
  sanchez: {
    title: "Dos caballos a la vez",
    paper: "Sánchez López: una estrategia simétrica para la IBM 1620",
    screens: [
      {
        title: "Uno salta, el otro lo refleja",
        text: "Dos caballos parten de casillas opuestas. Cuando uno salta, el otro hace el salto opuesto. Da media vuelta al tablero y verás la misma imagen.",
        more: "Al cabo de {half} jugadas cada caballo ha llegado a la casilla de la que salió el otro. Las dos mitades juntas forman un recorrido cerrado.",
        touch: "Toca una casilla de {board} y el segundo caballo irá a la casilla opuesta.",
      },
      {
        title: "La mitad de hondo",
        text: "La búsqueda elige {half} saltos en lugar de {squares}. En la IBM 1620 eso importaba: «time is money», escribe Sánchez López.",
        more: "El precio: solo halla recorridos que quedan igual tras media vuelta.",
        question:
          "Dos caballos, o uno solo con las reglas de Bañón: ¿quién tiene antes un recorrido cerrado de 6 × 6?",
        answer: "Los dos caballos. Pisan {knights.nodes} casillas; el caballo solo, {banon.nodes}.",
      },
      {
        title: "¿Cuándo se encuentran?",
        text: "Los caballos no siempre eligen bien. Cuando se atascan, los dos deshacen su último salto y prueban el siguiente.",
        touch:
          "Necesitan un tablero sin casilla central. Toca el centro de {board} y mira: los dos caballos estarían en él.",
        question: "¿Cuántas veces vuelven atrás antes de encontrarse?",
        answer:
          "Vuelven atrás {knights.backtracks} veces. Después cada caballo llega a la casilla de la que salió el otro, y el recorrido de {squares} casillas queda cerrado.",
        tries: "Mira dos caballos en 6 × 6. Pulsa «Otros dados» para ver otra pareja de caminos.",
      },
    ],
  },
  gonzalez: {
    title: "Una pila para volver",
    paper: "González Franco: estructuras de datos, una pila y la regla de Warnsdorff",
    screens: [
      {
        title: "Vuelta atrás",
        text: "Cada casilla que pisa el caballo se pone en una pila. Si no queda ningún salto, se quita la de arriba, y la de debajo prueba su salto siguiente.",
        more: "Esta búsqueda prueba los saltos siempre en el mismo orden: al revés del reloj desde la derecha superior. No es ingeniosa y no olvida nada. Aquí vuelve atrás {plain.backtracks} veces. Entonces tiene un recorrido.",
        touch:
          "Toca las casillas de {board} para ver cuántos saltos hay que probar: pocos en una esquina, muchos en el centro.",
      },
      {
        title: "La regla de Warnsdorff",
        text: "La misma pila, pero otro orden de los saltos: primero la casilla desde la que menos saltos siguen.",
        more: "El artículo cuenta: sin la regla, 8 × 8 no había terminado a los cinco minutos. Con la regla tardó alrededor de una centésima de segundo.",
        question:
          "Con la regla la búsqueda pisa {stack.nodes} casillas, cada una del tablero una vez. ¿Cuántas pisa sin la regla?",
        answer:
          "Pisa {plain.nodes}. Vuelve atrás {plain.backtracks} veces; con la regla, {stack.backtracks} veces.",
      },
      {
        title: "Una pila vacía es una demostración",
        text: "La vuelta atrás acaba de dos maneras. O la pila contiene un recorrido, o la pila está vacía. Entonces se ha probado todo, y no hay recorrido desde esa casilla.",
        touch:
          "Camina tú por {board} y busca: ¿dónde hay que empezar para llegar a todas las casillas?",
        question: "El caballo empieza en b1. ¿Hallará un camino por las {squares} casillas?",
        answer:
          "No. Pisa {plain.nodes} casillas y vuelve atrás {plain.backtracks} veces. Entonces la pila está vacía: es una demostración para b1. Las demás casillas necesitan la suya. El programa del artículo mueve el inicio por todo el tablero.",
        tries: "Juega en 3 × 4 desde a1. Desde ahí se puede.",
      },
    ],
  },
  costa: {
    title: "Cuatro criterios",
    paper: "Costa y Pereira de Sá: una heurística lineal para recorridos abiertos",
    screens: [
      {
        title: "Primero lo más difícil",
        text: "El caballo va siempre a la casilla desde la que menos saltos siguen. Es la regla de Warnsdorff, de 1823. Así visita las casillas difíciles mientras aún puede.",
        more: "El camino nunca vuelve atrás, así que es rápido también en tableros grandes. Pero a menudo empatan varias casillas. Aquí la regla decidió {degree.degree} saltos. Hubo {degree.order} empates, y la regla no dice qué casilla tomar.",
        touch: "Prueba la regla en {board} ahora: ve siempre al número más pequeño.",
      },
      {
        title: "Los desempates",
        text: "El artículo añade tres criterios. Entre las casillas que empatan, toma la más cercana a una esquina. Si aún empatan, la más cercana a un borde. Si aún empatan, tira los dados.",
        more: "Todos siguen una idea: primero las casillas más restringidas. Cuatro caminos empiezan en d4. El primero usa solo la regla y tiene {degree.order} empates. El último usa los cuatro criterios.",
        question: "¿Cuántas veces deciden los dados en el último camino?",
        answer:
          "Los dados decidieron {warnsdorff.random} saltos, la regla {warnsdorff.degree}, la esquina {warnsdorff.corner} y el borde {warnsdorff.edge}.",
      },
      {
        title: "¿Y si falla?",
        text: "Un camino que falla se tira. Empieza otro, y los dados pueden caer de otro modo. El artículo admite dieciséis caminos.",
        more: "El artículo va también a tableros de tres y más dimensiones. Allí resuelve una capa plana tras otra.",
        question:
          "Este tablero tiene {squares} casillas, y el caballo empieza en b1. ¿Pasará por todas alguno de los dieciséis caminos?",
        answer:
          "No. {warnsdorff.walks} caminos, {warnsdorff.walks} fracasos; el mejor pasa por {warnsdorff.deepest} casillas. La regla no tiene la culpa. La casilla b1 es clara, y el tablero tiene una oscura más que claras. La lección «Claras y oscuras» lo demuestra.",
        tries: "Mira el camino desde a1, una esquina oscura.",
      },
    ],
  },
  course: {
    title: "De un ejercicio a un recuento",
    paper:
      "Un ejercicio de clase (caballoSec): vuelta atrás sin más; y qué se puede hacer en su lugar",
    screens: [
      {
        title: "Probarlo todo",
        text: "El ejercicio tiene el programa más sencillo: probar los ocho saltos por turno, en el sentido del reloj. Si no queda ninguno, volver.",
        more: "No tiene reglas. Al final halla todos los recorridos. Desde esta esquina el primero llega tras pisar {norules.nodes} casillas.",
        touch: "Toca las casillas de {board} y halla aquellas desde las que caben los ocho saltos.",
      },
      {
        title: "El orden importa",
        text: "Dos búsquedas sencillas empiezan en a1. La búsqueda sin reglas prueba los saltos en el sentido del reloj. La pila los prueba al revés. No hay otra diferencia.",
        question: "¿Cuál halla antes un recorrido?",
        answer:
          "La pila: pisa {plain.nodes} casillas; la otra búsqueda, {norules.nodes}. Pero es suerte. Empieza en la otra esquina, d1, y será al revés. Para hallar todos los recorridos, las dos recorren el árbol entero.",
      },
      {
        title: "¿Cuántos hay?",
        text: "El ejercicio cuenta todos los caminos de 5 × 5 desde una casilla. Su programa los recorre uno por uno. También recorre cada intento que falla.",
        more: "Aquí cuenta otro método: el barrido de la frontera. No recorre ningún camino. La lección «Por qué para contar no hace falta una lista» muestra cómo.",
        question: "¿Cuántos caminos de 5 × 5 empiezan en d2?",
        answer:
          "Hay {sweep.tours}. El programa del ejercicio imprime el mismo número para esta casilla.",
        tries: "Halla uno de ellos: juega en 5 × 5 desde d2.",
      },
    ],
  },
  counting: {
    title: "Por qué para contar no hace falta una lista",
    paper: "Una idea: el barrido de la frontera, estado por estado",
    screens: [
      {
        title: "Una casilla tras otra",
        text: "Contamos los caminos de 3 × 4. Un camino es una línea por todas las casillas. Atamos sus dos extremos a un poste junto al tablero. Ahora cada casilla tiene dos líneas justas, y el poste también.",
        more: "Las casillas se retiran una tras otra. La que se retira tiene sus dos líneas, y no la miramos más. Las otras esperan. El número de una casilla que espera dice cuántas líneas tiene ya. Un arco une los dos cabos sueltos de un trozo.",
        touch:
          "Toca una esquina de {board} y mira: solo tiene dos saltos. Si ningún camino acaba ahí, se usan los dos.",
      },
      {
        title: "Dos dibujos, un estado",
        text: "Dos dibujos pueden ser distintos en las casillas retiradas e iguales en las que esperan. Entonces se completan de las mismas maneras. Así que olvida los dibujos. Guarda un estado y un número: cuántos dibujos llevan a él.",
        more: "Pulsa un estado debajo del tablero. Verás qué estados llevan a él. Sus números se suman.",
        question: "En la capa más llena hay {states.drawings} dibujos. ¿Cuántos estados?",
        answer:
          "Hay {states.most}. Desde ahí las capas encogen. En la última queda un estado, y su número es la respuesta: 3 × 4 tiene {states.tours} caminos.",
      },
      {
        title: "Un tablero más largo",
        text: "Para un tablero pequeño era mucho trabajo. Ahora alarga el tablero. Solo esperan unas pocas casillas a la vez, así que las capas dejan de crecer. El número de caminos no.",
        question:
          "3 × 14 tiene {sweep.tours} caminos. ¿Cuántos estados hay, en todas las capas juntas?",
        answer:
          "Hay {sweep.states}, y ninguna capa tiene más de {sweep.most}. No hace falta una lista. Así cuenta Babieca los 13\u202f267\u202f364\u202f410\u202f532 recorridos cerrados de 8 × 8. La búsqueda de Bañón tardó sesenta días.",
        tries:
          "Juega en 5 × 5. El número de cada casilla dice cuántos caminos siguen por ella. El servidor los cuenta sin hacer la lista.",
      },
    ],
  },
};
