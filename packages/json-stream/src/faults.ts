/**
 * One error in a JSON text. `message` continues a sentence that starts with the field's name: "must …", "is
 * not …".
 */
export type JsonFault = { pointer: string; code: string; message: string }

/** The path to a value: member names and array indexes. */
export type JsonPath = readonly (string | number)[]

/**
 * The maximum length of a member name in a pointer. Longer names are truncated, so that a request with long
 * names doesn't get a long response.
 */
const SHOWN_NAME = 100

/** Collects the faults of one text: at most `limit`, without duplicates. */
export class JsonFaults {
  private list: JsonFault[] = []
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** Adds a fault. Returns false if the limit is reached. */
  add(path: JsonPath, code: string, message: string): boolean {
    return this.addAt(path.map(pointerStep).join(''), code, message)
  }

  /** Does the same as `add`, with a JSON Pointer instead of a path. */
  addAt(pointer: string, code: string, message: string): boolean {
    const isKnown = this.list.some((fault) => fault.code === code && fault.pointer === pointer)
    if (!isKnown && this.list.length < this.limit) this.list.push({ pointer, code, message })
    return this.list.length < this.limit
  }

  /** Removes all faults and adds this one, which makes the others meaningless. */
  replaceBy(code: string, message: string): void {
    this.list = [{ pointer: '', code, message }]
  }

  all(): JsonFault[] {
    return this.list
  }
}

/** Returns one step of a JSON Pointer: the name, escaped, and truncated to 100 characters. */
export function pointerStep(name: string | number): string {
  const text = String(name)
  const shown = text.length > SHOWN_NAME ? `${text.slice(0, SHOWN_NAME)}…` : text
  return `/${shown.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
}
