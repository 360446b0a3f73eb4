import { attributeEditor } from './en/attribute-editor.ts'
import { inLanguage } from './texts.ts'

export const attributeEditorTexts = inLanguage({ en: attributeEditor })
