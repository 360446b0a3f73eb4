import { statements } from './en/statements.ts'
import { inLanguage } from './texts.ts'

export const statementsTexts = inLanguage({ en: statements })
