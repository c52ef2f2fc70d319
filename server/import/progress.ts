/** Called repeatedly during a task; `done` of `total` steps. */
export type Progress = (label: string, done: number, total: number) => void;

export const silent: Progress = () => {};
