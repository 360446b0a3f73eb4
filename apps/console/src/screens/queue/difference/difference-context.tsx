import type { ModerationEntry } from '@purveyor/client'
import { createContext, type ReactNode, useContext } from 'react'

/** What a reviewer can do with a field: a control at the right of its heading, and what is shown below it. */
export type FieldControls = { action?: ReactNode; footer?: ReactNode }

/** Corrects a text of an entry. Fails if the vendor has edited the entry since. */
export type Correct = (field: string, value: string | string[] | null) => Promise<void>

/** What a reviewer can do with the parts of an entry, and how much of the entry is shown. */
export type DifferenceOptions = {
  /** Returns the controls of a field. */
  fieldControls?: ((field: string) => FieldControls) | undefined
  /** Returns the control of a proposed image. */
  imageAction?: ((image: { id: string; index: number }) => ReactNode) | undefined
  /** Corrects a text. Undefined if the person may not, or the entry is one of many. */
  correct?: Correct | undefined
  /** True for lists of many entries: long texts are collapsed, images are small. */
  isCompact?: boolean | undefined
}

type Value = DifferenceOptions & { entry: ModerationEntry }

const DifferenceContext = createContext<Value | undefined>(undefined)

export const DifferenceProvider = DifferenceContext.Provider

/** Returns the entry whose difference is shown, and the options. */
export function useDifference(): Value {
  const value = useContext(DifferenceContext)
  if (!value) throw new Error('This component is used outside of EntryDifference.')
  return value
}
