import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './thumbnail.module.css'

type Props = { url: string | null; isSmall?: boolean }

/** An image that replaces another one is loaded after this time, in milliseconds, unless it is replaced too. */
const delay = 200

/** Shows the primary image of a product beside its name, or a sign that there is none. */
export function Thumbnail({ url, isSmall = false }: Props) {
  const isLoaded = useSettled(url) === url
  return (
    <span className={classes.thumbnail} data-small={isSmall || undefined}>
      {!url && <IconPhoto size={isSmall ? 15 : 18} stroke={1.4} aria-hidden />}
      {url && isLoaded && (
        // Another element for another image: it would show the one before until its own is loaded.
        <img key={url} src={url} alt="" loading="lazy" decoding="async" />
      )}
    </span>
  )
}

/**
 * Returns the value of the first call, and later values when they have stayed the same for a moment. The rows of a list
 * that scrolls fast show many products in turn, and requests for all of their images take longer than the rows.
 */
function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, settled])
  return settled
}
