/** What is wrong with a JSON text. The message completes "this field …". */
export type JsonFault = { pointer: string; code: string; message: string }

/** The way to a value: names of members and indexes of entries. */
export type JsonPath = readonly (string | number)[]

/** A longer member name is cut where a pointer shows it, so that no answer grows with the names of its request. */
const SHOWN_NAME = 100

/** The faults of one text, each told once, at most `limit` of them. */
export class JsonFaults {
  private list: JsonFault[] = []
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** Notes a fault; whether there is room for more. */
  add(path: JsonPath, code: string, message: string): boolean {
    return this.addAt(path.map(pointerStep).join(''), code, message)
  }

  /** The same at a pointer. */
  addAt(pointer: string, code: string, message: string): boolean {
    const told = this.list.some((fault) => fault.code === code && fault.pointer === pointer)
    if (!told && this.list.length < this.limit) this.list.push({ pointer, code, message })
    return this.list.length < this.limit
  }

  /** Makes this the only fault: it leaves no sense in the others. */
  replaceBy(code: string, message: string): void {
    this.list = [{ pointer: '', code, message }]
  }

  all(): JsonFault[] {
    return this.list
  }
}

/** One step of a JSON Pointer: the name escaped, and cut where it is longer than 100 characters. */
export function pointerStep(name: string | number): string {
  const text = String(name)
  const shown = text.length > SHOWN_NAME ? `${text.slice(0, SHOWN_NAME)}…` : text
  return `/${shown.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
}
