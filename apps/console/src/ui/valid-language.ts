// Browsers whose locale is C or POSIX report the language `en-US@posix`, which `Intl` refuses. Libraries that pass on
// `navigator.language` fail then, so it is replaced by the locale that `Intl` uses. Import this before such a library.
try {
  Intl.getCanonicalLocales(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: new Intl.NumberFormat().resolvedOptions().locale })
}
