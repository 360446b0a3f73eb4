/** The functions of fontkit that this package uses. fontkit has no types of its own. */
declare module 'fontkit' {
  export type Font = {
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string): unknown
  }
  export function create(bytes: Uint8Array): Font
}

/** Functions that are missing in the types of pdfkit. */
declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** Selects a font that is already parsed, under a name that is unique in the document. */
    font(font: import('fontkit').Font, family: string): this
  }
  type OpenedImage = { width: number; height: number }
  interface PDFImage {
    openImage(source: Buffer): OpenedImage
    image(image: OpenedImage, x: number, y: number, options: OpenedImage): this
  }
}

/** An option that is missing in the types of pdfkit. */
declare namespace PDFKit {
  interface PDFOutline {
    addItem(title: string, options: { fit: true }): PDFOutline
  }
}
