/** The usual prefixes of the namespaces whose names are read. */
const prefixes: Record<string, string> = {
  'urn:oasis:names:tc:opendocument:xmlns:office:1.0': 'office',
  'urn:oasis:names:tc:opendocument:xmlns:style:1.0': 'style',
  'urn:oasis:names:tc:opendocument:xmlns:table:1.0': 'table',
  'urn:oasis:names:tc:opendocument:xmlns:text:1.0': 'text',
  'urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0': 'calcext'
}

/** The names in a document, with the usual prefixes of their namespaces instead of those that the document uses. */
export class Names {
  private readonly renamed = new Map<string, string>()
  private isUsual = true

  /** Reads the declarations of namespaces in the attributes of the root element. */
  declare(attributes: Record<string, string>): void {
    for (const [name, namespace] of Object.entries(attributes)) {
      const prefix = prefixes[namespace]
      if (!prefix || !name.startsWith('xmlns')) continue
      const used = name.slice('xmlns:'.length)
      this.renamed.set(used, prefix)
      if (used !== prefix) this.isUsual = false
    }
  }

  /** Returns the name of an element with the usual prefix. */
  element(name: string): string {
    return this.isUsual ? name : this.rename(name)
  }

  /** Returns the attributes with the usual prefixes in their names. */
  attributes(attributes: Record<string, string>): Record<string, string> {
    if (this.isUsual) return attributes
    return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [this.rename(name), value]))
  }

  private rename(name: string): string {
    const colon = name.indexOf(':')
    const prefix = this.renamed.get(colon < 0 ? '' : name.slice(0, colon))
    return prefix === undefined ? name : `${prefix}:${name.slice(colon + 1)}`
  }
}
