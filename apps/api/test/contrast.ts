/**
 * Returns the texts in view of a page whose contrast to their background is below 4.5, or 3 for large text. This
 * text of JavaScript runs in the browser.
 */
export const lowContrasts = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const drawn = new Map()
  const rgba = (color) => {
    if (drawn.has(color)) return drawn.get(color)
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    drawn.set(color, [...canvas.getImageData(0, 0, 1, 1).data])
    return drawn.get(color)
  }
  const luminance = (color) => {
    const [r, g, b] = color.slice(0, 3).map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const backgroundOf = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const color = rgba(getComputedStyle(one).backgroundColor)
      if (color[3] > 250) return color
    }
    return [255, 255, 255, 255]
  }
  const found = new Map()
  for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('').trim()
    if (text === '' || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const style = getComputedStyle(element)
    const [a, b] = [luminance(rgba(style.color)), luminance(backgroundOf(element))].sort((x, y) => y - x)
    const ratio = (a + 0.05) / (b + 0.05)
    const size = parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    const key = element.tagName + '.' + element.className + ' in ' + element.parentElement.className
    if (ratio < (isLarge ? 3 : 4.5)) found.set(key, ratio.toFixed(2) + ' ' + key + ': ' + text.slice(0, 40))
  }
  return [...found.values()]
})()`
