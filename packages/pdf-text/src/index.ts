export type { Column, Fact, Party, PrintedDocument } from './printed-document.ts'
export { render } from './render.ts'
