import { changeSets } from './en/change-sets.ts'
import { inLanguage } from './texts.ts'

export const changeSetsTexts = inLanguage({ en: changeSets })
