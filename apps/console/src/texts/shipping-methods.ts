import { shippingMethods } from './en/shipping-methods.ts'
import { inLanguage } from './texts.ts'

export const shippingMethodsTexts = inLanguage({ en: shippingMethods })
