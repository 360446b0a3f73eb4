import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { compareDecimal } from '../../lib/decimal.ts'
import { inLowerCase, isDecimalText, listOf, recordOf } from '../../lib/shape.ts'
import { pointerFaults, totalLengthFaults } from '../products/approval/reason-input.ts'

/**
 * Returns the faults of a new approval rule that don't depend on stored data. `pointer` is the JSON Pointer of
 * the rule.
 */
export function newRuleFaults(rule: unknown, pointer = ''): Fault[] {
  return [...ruleFaults(rule, pointer), ...agreementFaults(rule, pointer)]
}

/**
 * Returns the faults of single fields of an approval rule or of a patch: conditions that contradict each other,
 * repeated values, words that can't be found in any text, reasons that are too long together or point at no field,
 * and a percentage above 100.
 */
export function ruleFaults(rule: unknown, pointer = ''): Fault[] {
  const { when, reasons, samplePercent } = recordOf(rule)
  const faults = [
    ...conditionFaults(recordOf(when), `${pointer}/when`),
    ...pointerFaults(`${pointer}/reasons`, reasons),
    ...totalLengthFaults(`${pointer}/reasons`, [{ reasons }])
  ]
  if (isDecimalText(samplePercent) && compareDecimal(samplePercent, '100') > 0) {
    faults.push(fault(`${pointer}/samplePercent`, 'TOO_LARGE', 'must be 100 or less'))
  }
  return faults
}

/**
 * Returns a fault for each field of a complete approval rule that doesn't agree with `then`. `rule` is the body
 * that creates the rule, or the stored rule merged with a patch.
 */
export function agreementFaults(rule: unknown, pointer = ''): Fault[] {
  const { then: decision, reasons, samplePercent } = recordOf(rule)
  const hasReasons = listOf(reasons).length > 0
  const faults: Fault[] = []
  if (decision === 'REJECT' && !hasReasons) {
    faults.push(fault(`${pointer}/reasons`, 'REQUIRED', 'is required if then is REJECT'))
  }
  if ((decision === 'APPROVE' || decision === 'QUEUE') && hasReasons) {
    faults.push(fault(`${pointer}/reasons`, 'NOT_TOGETHER', 'is accepted only if then is REJECT'))
  }
  if (decision === 'QUEUE' && isDecimalText(samplePercent) && compareDecimal(samplePercent, '0') > 0) {
    const message = 'must be 0 or omitted if then is QUEUE, because everything that matches is in the queue'
    faults.push(fault(`${pointer}/samplePercent`, 'NOT_TOGETHER', message))
  }
  return faults
}

function conditionFaults(when: Record<string, unknown>, pointer: string): Fault[] {
  const { kinds, vendorIds, categoryIds, onlyFields, withoutWords } = when
  return [
    ...repeatedFaults(`${pointer}/kinds`, listOf(kinds), { code: 'REPEATED_VALUE' }),
    ...repeatedFaults(`${pointer}/vendorIds`, listOf(vendorIds).map(inLowerCase), { code: 'REPEATED_ID' }),
    ...repeatedFaults(`${pointer}/categoryIds`, listOf(categoryIds).map(inLowerCase), {
      code: 'REPEATED_ID'
    }),
    ...repeatedFaults(`${pointer}/onlyFields`, listOf(onlyFields), { code: 'REPEATED_VALUE' }),
    ...wordFaults(listOf(withoutWords), `${pointer}/withoutWords`),
    ...contradictions(when, pointer)
  ]
}

/** Returns a fault for each text without a letter or a digit outside of HTML tags. No text contains such a word. */
function wordFaults(words: unknown[], pointer: string): Fault[] {
  return words.flatMap((word, index) => {
    if (typeof word !== 'string' || /[\p{L}\p{N}]/u.test(word.replaceAll(/<\/?[a-z!][^<>]*>/gi, ' ')))
      return []
    return [fault(`${pointer}/${index}`, 'INVALID_FORMAT', 'must contain a letter or a digit')]
  })
}

/** Returns a fault for each condition that only staged edits can meet, if the rule is for new products only. */
function contradictions(when: Record<string, unknown>, pointer: string): Fault[] {
  const kinds = listOf(when.kinds)
  if (kinds.length === 0 || kinds.some((kind) => kind !== 'PRODUCT')) return []
  const message = 'is a condition of staged edits, so kinds must contain REVISION or be omitted'
  return ['onlyFields', 'maxTextChange']
    .filter((name) => when[name] !== undefined && when[name] !== null)
    .map((name) => fault(`${pointer}/${name}`, 'NOT_TOGETHER', message))
}

/** Returns the faults of the rules of a preview that don't depend on stored data. */
export function previewFaults(body: unknown): Fault[] {
  const rules = listOf(recordOf(body).rules)
  const ids = rules.map((rule) => inLowerCase(recordOf(rule).id))
  return [
    ...rules.flatMap((rule, index) => newRuleFaults(rule, `/rules/${index}`)),
    ...repeatedFaults('/rules', ids, { field: 'id', code: 'REPEATED_ID' })
  ]
}
