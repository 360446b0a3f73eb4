import { decision } from './en/decision.ts'
import { inLanguage } from './texts.ts'

export const decisionTexts = inLanguage({ en: decision })
