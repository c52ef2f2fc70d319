import type { z } from 'zod';
import type { FileLocation, Problems } from './problems.ts';
import { readText, reportBrokenLine } from './text-file.ts';

/** A JSON file parsed by its schema, or `null` with the reasons in `problems` (column: the path inside the file). */
export async function readJson<S extends z.ZodType>(
  root: string,
  location: FileLocation,
  schema: S,
  problems: Problems,
): Promise<z.output<S> | null> {
  const text = await readText(root, location, problems);
  if (text === null || reportBrokenLine(text, location, problems)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const message = (error as Error).message;
    const line = /line (\d+)/.exec(message)?.[1] ?? lineOf(text, /position (\d+)/.exec(message)?.[1]);
    problems.add({ ...location, row: line ? Number(line) : undefined }, null, `cannot be read as JSON: ${message}`);
    return null;
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [null];
    for (const key of keys) {
      const path = key === null ? issue.path : [...issue.path, key];
      problems.add(
        { ...location, column: pathText(path) },
        at(value, path),
        key === null ? issue.message : 'is an unknown name',
      );
    }
  }
  return null;
}

const lineOf = (text: string, position: string | undefined): string | undefined =>
  position === undefined ? undefined : String(text.slice(0, Number(position)).split('\n').length);

const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
    '',
  );

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
