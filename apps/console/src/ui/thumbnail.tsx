import { IconPhoto } from '@tabler/icons-react'
import classes from './thumbnail.module.css'

type Props = { url: string | null; isSmall?: boolean }

/** Shows the primary image of a product beside its name, or a sign that there is none. */
export function Thumbnail({ url, isSmall = false }: Props) {
  return (
    <span className={classes.thumbnail} data-small={isSmall || undefined}>
      {url ? (
        // Another element for another image: it would show the one before until its own is loaded.
        <img key={url} src={url} alt="" loading="lazy" decoding="async" />
      ) : (
        <IconPhoto size={isSmall ? 15 : 18} stroke={1.4} aria-hidden />
      )}
    </span>
  )
}
