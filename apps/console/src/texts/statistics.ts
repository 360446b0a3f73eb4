import { statistics } from './en/statistics.ts'
import { inLanguage } from './texts.ts'

export const statisticsTexts = inLanguage({ en: statistics })
