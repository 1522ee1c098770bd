/** The answers of the verbs; docs/page_types.py makes this file from formats/records.py. */

export type Vertex = string | number | number[];

export interface Existence extends Asked {
  answer: "yes" | "no" | "undecided";
  reason: Why;
}

export interface Why {
  code: string;
  arguments: Record<string, any>;
  source: string | null;
  text: string;
}

export interface Asked extends Place {
  directed?: boolean;
  start?: string | number | number[];
  end?: string | number | number[];
  begin?: Vertex[];
  through?: Vertex[][];
  avoiding?: Vertex[][];
  at?: Vertex[][];
  symmetry?: string;
  up_to?: "symmetry";
}

export interface Place {
  board?: string;
  leaper?: number[];
  wrap?: boolean[];
  holes?: Vertex[];
  vertices?: number;
  edges?: number[][];
  arcs?: number[][];
  labels?: any[];
  kind: "closed" | "path" | "open";
}

export interface FoundTour extends TourRecord {
  method: string;
  statistics: Record<string, any>;
  optimum?: Optimum;
}

export interface Optimum {
  word: string;
  total: string;
  tours: string | null;
  bound?: string;
}

export interface TourRecord extends Place {
  squares: Vertex[];
}

export interface PlannedCount extends Asked {
  value?: string;
  proof?: Why;
  order: Vertex[];
  slots: number;
  occupied: number[];
  counters: number[] | null;
  total_counters: number | null;
  peak_counters: number | null;
  bytes: number | null;
  estimated_seconds: number | null;
  mirrored: boolean;
  counter_bits: number;
  widths: number[] | null;
  sweeps: number;
  scratch: ThroughScratch[];
  gpu: Record<string, any> | null;
  table: Record<string, any> | null;
  estimates: Record<string, Record<string, Estimate>>;
}

export interface ThroughScratch {
  counter_bits: number;
  memory_bytes: number;
  disk_bytes: number;
  estimated_seconds: number;
}

export interface Estimate {
  bytes?: number;
  seconds?: number;
  refusal: string;
  disk_bytes?: number;
}

export interface CountedTours extends Asked {
  value: string;
  method: string;
  moduli: string[];
  steps: number;
  slots: number;
  counters: number;
  seconds: number;
  peak_bytes: number;
  disk_bytes: number;
  proof?: Why;
  total?: string;
  kept?: Record<string, string>;
}

export interface CountTable extends Asked {
  by: string;
  table: Record<string, string>;
  columns?: string[];
  rows?: FirstMoveRow[];
}

export interface FirstMoveRow {
  first: string;
  tour: TourRecord | null;
  seconds: number;
}

export interface FractionRecord {
  first: string;
  last: string;
  equal_to: string[];
  symmetry: string;
  impossible: string;
  explored: boolean;
}

export interface StudiedRules {
  name: string;
  rules: string[];
  order: string;
  finished: boolean;
  tours: number;
  nodes: number;
  attempts: number;
  seconds: number;
  shares: Record<string, number>;
  mean_steps: Record<string, number>;
}

export interface MoveUsage extends Asked {
  tours: Record<string, string>;
}

export interface MadePuzzle extends Place {
  at: Vertex[][];
  solution: Vertex[];
  level: "easy" | "medium" | "hard";
  forced: number;
  look_aheads: number;
  nodes: number;
  seed: number;
}

export interface SolvedSteps extends Asked, _Solved {
}

export interface _Solved {
  solutions: string | null;
  completions: Vertex[][];
  proof: Why | null;
  conflict: Record<string, number>;
  level: "easy" | "medium" | "hard" | null;
}

export interface TourRank extends Asked {
  rank: string;
  of?: string;
}

export interface EventRecord {
  event: string;
  depth: number;
  nodes: number;
  backtracks: number;
  restarts: number;
  tours: number;
  square?: string | number | number[];
  kept?: string | number | number[];
  twin?: string | number | number[];
  step?: number;
  squares?: Vertex[];
  criterion?: string;
  proof?: Why;
}

export interface LayerRecord {
  event: "layer";
  step: number;
  states: number;
  retired?: string | number | number[];
  slots: (string | number | number[] | null)[];
  examples: State[];
}

export interface State {
  types: number[];
  sources: number[];
  fragments: Vertex[][];
  ways: string;
}

export interface StoredAtlas extends Asked {
  tours: string;
  layers: number;
  bytes: number;
}

export interface ExportedQuestion extends Asked {
  to: string;
  text: string;
}

export interface MadeTextPuzzle extends Place {
  text: string;
  cells: string[];
  solution: Vertex[];
  readings: string;
  exact: boolean;
  givens: number[];
  seed: number;
}

export interface BoardFacts {
  board: string;
  leaper: number[];
  wrap?: boolean[];
  holes?: Vertex[];
  squares: number;
  moves: number;
  degrees: number[][];
  colours: number[] | null;
  connected: boolean;
  symmetries: string[];
  closed: string;
  path: string;
}

export interface ValidTour {
  valid: true;
  board: string;
  kind: "closed" | "path" | "open";
  squares: number;
  start?: string | number | number[];
  end?: string | number | number[];
  symmetries?: string[];
  magic?: boolean;
  semimagic?: boolean;
  crossings?: number;
}

export interface InvalidTour {
  valid: false;
  fault: string;
  step: number | null;
  reason?: Why;
  guessed?: boolean;
  board?: string;
  kind?: "closed" | "path" | "open";
  squares?: number;
  moves?: Vertex[];
  completable?: boolean;
  completion?: Vertex[];
  proof?: Why;
  sound?: number;
}

export interface GridWithGaps extends _Solved {
  valid: boolean;
  board: string;
  kind: "closed" | "path" | "open";
  given: number;
}

export interface TourDescription {
  board: string;
  kind: "closed" | "path" | "open";
  squares: number;
  start: Vertex;
  end: Vertex;
  symmetries?: string[];
  styles?: Record<string, "Eulerian" | "Bergholtian">;
  class_size?: number;
  rank?: string;
  of?: string;
  slopes?: Record<string, number>;
  turns?: Turn[];
  straight_runs?: Record<string, number>;
  crossings?: number;
  turning?: number;
  winding?: number;
  area?: number;
  semimagic?: boolean;
  magic?: boolean;
  rows?: number[];
  columns?: number[];
  diagonals?: number[];
  move_classes?: Record<string, number>;
  left_out: Record<string, string>;
}

export interface Turn {
  cosine: string;
  degrees: number;
  turns: number;
}

export interface Answers {
  exists: Existence;
  find: FoundTour;
  plan: PlannedCount;
  count: CountedTours | CountTable;
  classes: CountedTours;
  fractions: FractionRecord[];
  study: StudiedRules[];
  usage: MoveUsage;
  list: TourRecord[];
  sample: TourRecord[];
  puzzle: MadePuzzle[];
  solve: SolvedSteps;
  unrank: TourRecord;
  rank: TourRank[];
  trace: (EventRecord | LayerRecord)[];
  atlas: StoredAtlas;
  export: ExportedQuestion;
  text_puzzle: MadeTextPuzzle;
  info: BoardFacts;
  check: (ValidTour | InvalidTour | GridWithGaps)[];
  describe: TourDescription[];
}
