export { type PrintedDocument, render } from './render.ts'
