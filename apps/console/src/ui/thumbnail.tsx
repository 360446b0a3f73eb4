import { IconPhoto } from '@tabler/icons-react'
import classes from './thumbnail.module.css'

/** Shows the primary image of a product beside its name, or a sign that there is none. */
export function Thumbnail({ url }: { url: string | null }) {
  return (
    <span className={classes.thumbnail}>
      {url ? <img src={url} alt="" loading="lazy" /> : <IconPhoto size={18} stroke={1.4} aria-hidden />}
    </span>
  )
}
