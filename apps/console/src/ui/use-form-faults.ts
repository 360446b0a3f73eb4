import { ProblemError } from '@purveyor/client'
import { useEffect, useRef } from 'react'
import { sentence } from './sentence.ts'

/**
 * Places the errors of a response at the fields of a form: `at` returns the text for the field with a pointer, and
 * `other` is the error if some of it belongs to no field. After an error, the focus moves to the first field that has
 * one. `isField` returns true for the pointers of fields that the form shows. `texts` has texts by the code of the error,
 * in place of those of the service, which name fields as the API does.
 */
export function useFormFaults(
  error: unknown,
  isField: (pointer: string) => boolean,
  texts: Readonly<Record<string, string>> = {}
) {
  const form = useRef<HTMLFormElement>(null)
  const faults = error instanceof ProblemError ? error.faults : []
  const isAtFields =
    faults.length > 0 && faults.every(({ pointer }) => typeof pointer === 'string' && isField(pointer))
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return {
    form,
    at(pointer: string): string | undefined {
      const found = faults.find((fault) => fault.pointer === pointer)
      return found && (texts[found.code] ?? sentence(found.message))
    },
    other: error && !isAtFields ? error : undefined
  }
}

export type FormFaults = ReturnType<typeof useFormFaults>
