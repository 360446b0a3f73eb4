import { en } from './en.ts'

/** The texts of the console in one language. Another language is a value of this type, in files like those of `en`. */
export type Texts = typeof en

const languages: Record<string, Texts> = { en }

/** The first language of the browser that the console has. */
export const language =
  navigator.languages
    .map((tag) => tag.split('-', 1)[0] ?? '')
    .find((code) => Object.hasOwn(languages, code)) ?? 'en'
document.documentElement.lang = language

/** The texts in the first language of the browser that the console has, else in English. */
export const t: Texts = languages[language] ?? en

/** Returns the texts of a screen, which only the screen loads, in the language of `t`, else in English. */
export function inLanguage<T>(languages: { en: T } & Record<string, T>): T {
  return languages[language] ?? languages.en
}
