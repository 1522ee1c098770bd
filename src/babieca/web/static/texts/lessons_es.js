/** The lessons in Spanish. */

/** @type {Record<string, import("../js/i18n.js").Lesson>} */
export const LESSONS = {
  banon: {
    title: "Contar con la tabla W",
    paper: "Bañón: la tabla W, islas, casillas colgantes, subrecorridos equivalentes",
    screens: [
      {
        title: "Islas y casillas colgantes",
        text: "Escribe en cada casilla libre su W: el número de casillas desde las que aún se puede entrar en ella, incluida la del caballo. Cuando el caballo deja una casilla, la W de sus vecinas libres baja en uno.",
        more: "Una casilla libre con W = 0 es una isla: el caballo ya no puede entrar en ella, así que el intento ha fracasado, aunque el caballo aún pueda saltar. Una con W = 1 está colgante: no tiene salida, de modo que solo puede ser la última. Un camino de 64 casillas termina en el color contrario al del inicio; una casilla colgante del otro color acaba con el intento.",
        look: "Reproduce unos cientos de sucesos. ¿Hasta dónde llega el caballo antes de que una casilla colgante lo haga volver?",
      },
      {
        title: "Lo que ahorran las reglas",
        text: "Sin reglas la búsqueda sigue hasta el atasco. Con ellas vuelve en cuanto la tabla W demuestra que no hay recorrido posible. Las reglas no pierden ningún recorrido: solo demuestran antes un fracaso.",
        more: "Bañón cuenta que las islas reducen el tiempo a la mitad, y que las colgantes del color equivocado lo dividen por cinco.",
        look: "Ambas búsquedas prueban los saltos en el sentido del reloj. Con las reglas el primer recorrido llega tras pisar 2335 casillas; sin ellas la grabación acaba mucho antes de que llegue ninguno.",
      },
      {
        title: "Subrecorridos equivalentes",
        text: "Dos subrecorridos que han pasado por las mismas casillas, en cualquier orden, y terminan en la misma, se pueden completar de igual número de maneras. Se cuenta una vez, se guarda el número en una tabla y la próxima vez se consulta.",
        more: "Aquí se tabulan subrecorridos de doce casillas, y la búsqueda recorre todo el árbol: no se detiene en el primero, sino que cuenta los 32 que empiezan en esta esquina.",
        look: "Mira el contador «ya contado»: cada uno es una rama entera que la búsqueda se salta.",
      },
    ],
  },
  sanchez: {
    title: "Dos caballos a la vez",
    paper: "Sánchez López: una estrategia simétrica para la IBM 1620",
    screens: [
      {
        title: "Uno salta, el otro lo refleja",
        text: "Dos caballos parten de casillas opuestas. Cada vez que uno salta, el otro hace el salto simétrico respecto del centro del tablero.",
        more: "Al cabo de 32 jugadas cada uno llega a la casilla de la que salió el otro. Las dos mitades juntas forman un recorrido cerrado que el medio giro deja igual.",
        look: "Avanza paso a paso: los dos caballos están siempre en casillas opuestas.",
      },
      {
        title: "La mitad de hondo",
        text: "La búsqueda tiene la mitad de profundidad: 32 elecciones en lugar de 64. En una máquina de los años sesenta, donde el tiempo era oro, eso era decisivo.",
        more: "El precio: solo se hallan recorridos simétricos. Son muchos menos, pero aún demasiados para mirarlos todos.",
        look: "En 6 × 6, dos caballos junto a una búsqueda que los visita todos.",
      },
      {
        title: "Qué tableros los tienen",
        text: "El medio giro ha de mover todas las casillas, así que el tablero no tiene casilla central: al menos un lado es par. Y el recorrido es cerrado, de modo que el número de casillas es par.",
        more: "Pulsa «Otros dados» en Mirar para ver otra pareja de caminos; en «Contar» puedes contar los recorridos simétricos de un tablero.",
        look: "¿Cuántas veces vuelven atrás los caballos antes de encontrarse?",
      },
    ],
  },
  gonzalez: {
    title: "Una pila para volver",
    paper: "González Franco: estructuras de datos, una pila y la regla de Warnsdorff",
    screens: [
      {
        title: "Vuelta atrás",
        text: "Cada casilla visitada se pone en una pila, con los saltos ya probados desde ella. Si no queda ninguno, se quita la de arriba y la de debajo prueba su salto siguiente.",
        more: "Los saltos se prueban en sentido contrario al reloj desde la derecha superior. La búsqueda no es ingeniosa y no olvida nada: si hay un recorrido, al final lo halla.",
        look: "Junto al tablero está la pila. El número pequeño dice cuántas casillas había abiertas al elegir esa.",
      },
      {
        title: "La regla de Warnsdorff",
        text: "La misma pila, pero los saltos se prueban en otro orden: primero la casilla con menos salidas.",
        more: "El artículo da más de cinco minutos sin la regla en 8 × 8, y alrededor de una centésima de segundo con ella.",
        look: "Una carrera en 6 × 6: un orden fijo, y el de Warnsdorff. El primero está aún lejos de un recorrido cuando acaba la grabación.",
      },
      {
        title: "Una demostración por agotamiento",
        text: "La vuelta atrás acaba de dos maneras. O la pila contiene un recorrido, o está vacía: entonces se ha probado todo y no hay ninguno desde esa casilla. Es una demostración.",
        more: "El tablero de 4 × 4 no tiene recorrido. Desde la esquina la búsqueda pisa 2223 casillas para demostrarlo.",
        look: "Ve hasta el final: la pila está vacía.",
      },
    ],
  },
  costa: {
    title: "Cuatro criterios",
    paper: "Costa y Pereira de Sá: una heurística lineal para recorridos abiertos",
    screens: [
      {
        title: "Primero lo más difícil",
        text: "Ir siempre a la casilla con menos salidas (Warnsdorff, 1823). Así se visitan las casillas difíciles de alcanzar mientras aún se puede. Un camino cuesta un tiempo lineal en el número de casillas y nunca vuelve atrás.",
        more: "Pero a menudo empatan varias casillas. La regla no dice cuál tomar, y una mala elección puede acabar con el camino.",
        look: "«Quién decidió» cuenta cuántas veces bastó la regla.",
      },
      {
        title: "Los desempates",
        text: "El segundo criterio del artículo: entre las que empatan, la más cercana a una esquina. El tercero: la más cercana a un borde. Los dos siguen la misma idea: visitar primero las casillas más restringidas.",
        more: "Si aún hay empate, deciden los dados.",
        look: "Cuatro caminos desde d4, con uno, dos, tres y los cuatro criterios.",
      },
      {
        title: "¿Y si falla?",
        text: "Como hay dados, un camino que falla se repite sin más desde el principio. El artículo admite k = 16 caminos.",
        more: "Nunca se vuelve atrás un solo paso. En un tablero con un número impar de casillas el camino ha de empezar en el color de las esquinas; desde las demás los 16 caminos fallan por fuerza.",
        look: "b1 en 7 × 7 es del color equivocado: dieciséis caminos, dieciséis fallos.",
      },
    ],
  },
  course: {
    title: "De un ejercicio a una cuenta",
    paper:
      "Un ejercicio de clase (caballoSec): vuelta atrás sin más; y qué se puede hacer en su lugar",
    screens: [
      {
        title: "Probarlo todo",
        text: "El ejercicio numera las casillas por fila y columna y prueba los ocho saltos por turno, de forma recursiva. Es el programa más sencillo que halla todos los recorridos.",
        more: "En 5 × 5 aún es rápido: 304 caminos empiezan en una esquina.",
        look: "Ninguna regla: el caballo sigue hasta el atasco.",
      },
      {
        title: "El orden importa",
        text: "Dos búsquedas sencillas que solo difieren en el orden de los saltos, en el sentido del reloj o en el contrario, encuentran su primer recorrido en momentos muy distintos: aquí tras pisar 5788 casillas, y tras 1589.",
        more: "Para hallarlos todos ambas han de recorrer el mismo árbol hasta el final, así que para contar el orden importa mucho menos.",
        look: "¿Qué búsqueda halla antes un recorrido?",
      },
      {
        title: "Contar sin recorrer",
        text: "Los recorridos cerrados de 8 × 8, más de 13 billones, no se pueden visitar uno a uno. El barrido de frontera los cuenta sin ver ninguno. Las casillas se retiran una tras otra. El barrido solo recuerda cuántos saltos lleva cada casilla que espera, y qué casillas son los dos extremos de un mismo fragmento.",
        more: "Los estados iguales se cuentan juntos. El tablero de 5 × 6 tiene 8 recorridos cerrados; lo dice la última capa.",
        look: "Avanza por las capas y pulsa un ejemplo para ver sus fragmentos.",
      },
    ],
  },
};
