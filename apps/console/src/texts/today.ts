import { today } from './en/today.ts'
import { inLanguage } from './texts.ts'

export const todayTexts = inLanguage({ en: today })
