export { type PrintedDocument, type PrintedFile, render } from './render.ts'
