import type { CatalogItem } from '@purveyor/client/catalog-file/variant-item'

/** A Blob of many small parts is slow, so lines are put together to parts of this length. */
const partLength = 1024 * 1024

/** Collects items as NDJSON. The browser can store a large Blob on its disk. */
export class ItemLines {
  private readonly parts: Blob[] = []
  private text = ''
  private numbers = new Uint32Array(1024)
  private count = 0
  private items = 0

  add({ item, rows }: CatalogItem): void {
    this.items++
    this.text += `${JSON.stringify(item)}\n`
    if (this.text.length > partLength) this.flush()
    for (const { row } of rows) this.addNumber(row.number)
  }

  private addNumber(number: number): void {
    if (this.count === this.numbers.length) {
      const larger = new Uint32Array(2 * this.count)
      larger.set(this.numbers)
      this.numbers = larger
    }
    this.numbers[this.count++] = number
  }

  finish(): { body: Blob; numbers: Uint32Array; sendable: number } {
    this.flush()
    return { sendable: this.items, body: new Blob(this.parts), numbers: this.numbers.slice(0, this.count) }
  }

  private flush(): void {
    if (this.text !== '') this.parts.push(new Blob([this.text]))
    this.text = ''
  }
}
