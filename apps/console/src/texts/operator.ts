import { home } from './en/home.ts'
import { platformOrders } from './en/platform-orders.ts'
import { inLanguage } from './texts.ts'

const en = { home, platformOrders }

/** The texts that only some screens of the operator load. */
export const operatorTexts = inLanguage({ en })
