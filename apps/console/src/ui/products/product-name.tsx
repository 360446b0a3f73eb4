import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'wouter'
import { catalogTexts } from '../../texts/catalog.ts'
import { formatNumber } from '../format.ts'
import { Thumbnail } from '../thumbnail.tsx'
import { type CatalogRow, isVariant } from './product-row.ts'
import classes from './products.module.css'

type Props = {
  row: CatalogRow
  href: string
  isExpanded?(id: string): boolean
  onToggle?(row: CatalogRow, index: number): void
}

/** The picture and the name of a product, which leads to it. With `onToggle`, a button before them shows its variants. */
export function ProductName({ row, href, isExpanded, onToggle }: Props) {
  if (isVariant(row)) return <span className={classes.variant}>{row.name}</span>
  return (
    <>
      {onToggle && row.variantCount < 2 && <span className={classes.gutter} />}
      {onToggle && row.variantCount > 1 && (
        // Lighter than a button of Mantine, because rows are made while the grid scrolls.
        <button
          type="button"
          className={classes.gutter}
          tabIndex={-1}
          aria-expanded={isExpanded?.(row.id) ?? false}
          aria-label={catalogTexts.expand(row.variantCount, row.name)}
          title={catalogTexts.variants(row.variantCount)}
          onClick={(event) =>
            onToggle(row, Number(event.currentTarget.closest<HTMLElement>('[data-row]')?.dataset.row))
          }
        >
          <IconChevronRight size={14} aria-hidden />
          {formatNumber(row.variantCount)}
        </button>
      )}
      <Thumbnail url={row.imageUrl} isSmall />
      <Link href={href} tabIndex={-1} className={classes.name}>
        {row.name}
      </Link>
    </>
  )
}
