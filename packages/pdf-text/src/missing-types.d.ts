/** What is used here of fontkit, the reader of fonts below pdfkit; it brings no types. */
declare module 'fontkit' {
  export type Font = {
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string): unknown
  }
  export function create(bytes: Uint8Array): Font
}

/** What the types of pdfkit leave out. */
declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** A font that was parsed already, and what the document knows it by. */
    font(font: import('fontkit').Font, family: string): this
  }
  type OpenedImage = { width: number; height: number }
  interface PDFImage {
    openImage(source: Buffer): OpenedImage
    image(image: OpenedImage, x: number, y: number, options: OpenedImage): this
  }
}
