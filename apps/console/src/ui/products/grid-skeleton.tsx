import { Skeleton } from '@mantine/core'
import classes from './products.module.css'

const skeletons = Array.from({ length: 14 }, (_, index) => index)

/** Stands for a grid of products while its first rows are read. */
export function GridSkeleton() {
  return (
    <div className={classes.list}>
      {skeletons.map((index) => (
        <Skeleton key={index} h={14} my={15} mx="md" w="auto" />
      ))}
    </div>
  )
}
