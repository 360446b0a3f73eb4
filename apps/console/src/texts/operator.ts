import { home } from './en/home.ts'
import { platformOrders } from './en/platform-orders.ts'
import { language } from './texts.ts'

const en = { home, platformOrders }

const languages: Record<string, typeof en> = { en }

/** The texts that only some screens of the operator load. */
export const operatorTexts = languages[language] ?? en
