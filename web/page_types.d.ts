/** What the board's page is told, by whatever it is played with; browsers read nothing of it. */

export interface Move {
  text: string;
  path: string[];
  effect: string;
  label: string;
  words: string;
}

export type Token = [name: string, x: number, y: number, cell: string];

export interface Drawn {
  parts: Record<string, string>;
  tokens: Token[];
}

export interface Choice {
  cell: string;
  kind: string;
  label: string;
}

export interface Held {
  cell: string;
  x: number;
  y: number;
  drags: boolean;
}

export interface Verb {
  key: string;
  label: string;
  question: { key: string; words: string; label: string } | null;
  tried?: string[];
}

export interface Course {
  now: number;
  names: string[];
  to: string;
  curve: number[];
  turns: number[];
  about: string;
}

export interface Ground {
  name: string;
  width: number;
  height: number;
  svg?: string;
  cells?: Record<string, number[]>;
}

export interface Turn {
  parts: Record<string, string>;
  frames: [Token[], number][];
}

export interface State extends Drawn {
  match: number;
  at: string;
  count: number;
  ply: number;
  title: string;
  players: string[];
  own: number | null;
  may_move: boolean;
  single: boolean;
  lines: string[];
  described: string;
  board: Ground | null;
  moves: Move[];
  last: string[] | null;
  verbs: Verb[];
  deadline: number | null;
  hints: boolean;
  remark: number;
  next: { at: string; words: string } | null;
  won?: boolean;
  wrong?: boolean;
  turn?: boolean;
  note?: string | null;
  at_once?: boolean;
  deed?: string;
  tried?: string[];
  chosen?: string;
  stages?: Turn | null;
  steps?: Course | null;
  waits?: boolean;
}

export interface Hint {
  words: string;
  piece: string;
  move: string;
  next: { label: string; stage: string } | null;
}

export interface Entered {
  key: string;
  whose: string;
  language: string;
  words: Record<string, string>;
}
