// The only script of the documentation. The pages work without it; it adds the choice of the theme, buttons
// that copy code, suggestions in the search box, and the marks in the table of contents.
const root = document.documentElement

function stored(key) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key, value) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage, the choice applies to this page only.
  }
}

// The script runs before the page is shown, so that the page doesn't appear in the other theme first.
const theme = stored('theme')
if (theme === 'light' || theme === 'dark') root.dataset.theme = theme

function element(name, properties = {}, ...children) {
  const created = Object.assign(document.createElement(name), properties)
  created.append(...children)
  return created
}

function addThemeButton() {
  const icon =
    '<svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><circle cx="12" cy="12" r="8" fill="none" ' +
    'stroke="currentColor" stroke-width="1.8"/><path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor"/></svg>'
  const button = element('button', { type: 'button', className: 'theme', innerHTML: icon })
  button.setAttribute('aria-label', 'Switch between light and dark')
  button.addEventListener('click', () => {
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches
    const current = root.dataset.theme ?? (isDark ? 'dark' : 'light')
    root.dataset.theme = current === 'dark' ? 'light' : 'dark'
    store('theme', root.dataset.theme)
  })
  document.querySelector('.top').append(button)
}

function addCopyButton(figure) {
  const button = element('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  button.addEventListener('click', async () => {
    const visible = [...figure.querySelectorAll('pre')].find((pre) => pre.offsetParent)
    try {
      await navigator.clipboard.writeText(visible.textContent)
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'Select and copy'
    }
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  figure.append(button)
}

/** A language that is chosen in one sample is shown in all samples that have it, also on other pages. */
function shareLanguage() {
  const show = (language) => {
    for (const input of document.querySelectorAll('.tabs > input')) {
      if (input.value === language) input.checked = true
    }
  }
  show(stored('language'))
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.tabs > input')) return
    const top = target.parentElement.getBoundingClientRect().top
    show(target.value)
    store('language', target.value)
    scrollBy({ top: target.parentElement.getBoundingClientRect().top - top, behavior: 'instant' })
  })
}

function excerptOf(pieces) {
  return pieces.map(({ text, isMatch }) => (isMatch ? element('mark', {}, text) : text))
}

function addSuggestions(form) {
  const input = form.querySelector('input')
  const list = element('ul', { className: 'suggestions', id: 'suggestions', hidden: true, role: 'listbox' })
  list.setAttribute('aria-label', 'Results')
  form.append(element('kbd', { textContent: '/' }), list)
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-controls': list.id,
    'aria-expanded': 'false'
  }))
    input.setAttribute(name, value)
  let timer
  let latest = 0
  let selected = -1

  const close = () => {
    list.hidden = true
    selected = -1
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }
  const select = (index) => {
    const options = [...list.querySelectorAll('[role=option]')]
    if (options.length === 0) return
    selected = (index + options.length) % options.length
    for (const [position, option] of options.entries())
      option.setAttribute('aria-selected', String(position === selected))
    options[selected].scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', options[selected].id)
  }
  const show = (results) => {
    const items = results.slice(0, 8).map(({ url, part, page, section, excerpt }, index) => {
      const breadcrumb = element('span', {}, part)
      const title = element('strong', {}, section ? `${page} › ${section}` : page, breadcrumb)
      const link = element(
        'a',
        { href: url, tabIndex: -1 },
        title,
        element('small', {}, ...excerptOf(excerpt))
      )
      return element('li', { role: 'option', id: `suggestion-${index}`, ariaSelected: 'false' }, link)
    })
    const none = element('li', { className: 'none', textContent: 'No results' })
    list.replaceChildren(...(items.length > 0 ? items : [none]))
    list.hidden = false
    selected = -1
    input.setAttribute('aria-expanded', 'true')
  }
  const ask = async () => {
    const query = input.value.trim()
    const number = ++latest
    if (query === '') return close()
    try {
      const response = await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`)
      const { results } = await response.json()
      if (number === latest) show(results)
    } catch {
      close()
    }
  }
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(ask, 120)
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return close()
    if (list.hidden) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      select(event.key === 'ArrowDown' ? selected + 1 : selected - 1)
    } else if (event.key === 'Enter' && selected >= 0) {
      event.preventDefault()
      list.querySelectorAll('[role=option] a')[selected].click()
    }
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) close()
  })
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', close)
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.matches('input, textarea, select')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
}

/** Marks the section in view in the table of contents, or in the list of operations. */
function followSections() {
  const links = [...document.querySelectorAll('.contents a, .sidebar .inner a')]
  const sections = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    return heading ? [{ link, heading }] : []
  })
  let waiting = false
  const mark = () => {
    waiting = false
    const passed = sections.filter(({ heading }) => heading.getBoundingClientRect().top < 140)
    const current = passed.at(-1) ?? sections[0]
    for (const { link } of sections) link.classList.toggle('here', link === current?.link)
    if (current?.link.matches('.inner a')) current.link.scrollIntoView({ block: 'nearest' })
  }
  addEventListener(
    'scroll',
    () => {
      if (!waiting) requestAnimationFrame(mark)
      waiting = true
    },
    { passive: true }
  )
  mark()
}

document.addEventListener('DOMContentLoaded', () => {
  addThemeButton()
  for (const figure of document.querySelectorAll('figure.code')) addCopyButton(figure)
  shareLanguage()
  addSuggestions(document.querySelector('.top .search'))
  followSections()
})
