import {
  type FollowChangesOptions,
  type FollowOptions,
  type FollowPlatformOptions,
  followFeed
} from './follow.ts'
import type { GeneratedResources } from './generated/resources.ts'
import type {
  CatalogChange,
  Event,
  NewShipment,
  PlatformEvent,
  Shipment,
  UploadItem,
  UploadProduct
} from './generated/schemas.ts'
import { Job } from './job.ts'
import type { Send } from './resources.ts'
import type { CallOptions, Ref } from './types.ts'
import { type UploadOptions, upload } from './upload.ts'
import type { UploadSource } from './upload-source.ts'

/** A feed that never ends. */
export type Feed<Row> = AsyncGenerator<Row, void, undefined>

/** The methods that combine operations, beside those of the table of operations. */
export interface Additions {
  readonly products: {
    /**
     * Uploads any number of items, and returns the import job that processes them. The source is an iterable
     * of items, or NDJSON as a stream, a file or bytes, or a function that returns one of these.
     */
    upload(source: UploadSource<UploadItem | UploadProduct>, options?: UploadOptions): Promise<Job>
  }
  readonly importJobs: {
    /** Returns the import job with this id, to wait for its end and to read its failed items. */
    job(id: string): Job
  }
  readonly orders: {
    /** Ships an order, whole or in part: `shipments.create` for this order. */
    ship(order: Ref, shipment: Omit<NewShipment, 'orderId'>, options?: CallOptions): Promise<Shipment>
  }
  readonly events: {
    /**
     * Yields the events and waits for new ones, also across restarts of the service. To continue later, send
     * the `cursor` of the last event as `after`.
     */
    follow(options?: FollowOptions): Feed<Event>
  }
  readonly platform: {
    readonly events: {
      /** Yields the events of all vendors and waits for new ones. */
      follow(options?: FollowPlatformOptions): Feed<PlatformEvent>
    }
    readonly catalogChanges: {
      /**
       * Yields what has changed in the storefront and waits for new changes. Throws `Gone` if changes after
       * `after` were deleted: then read everything again.
       */
      follow(options?: FollowChangesOptions): Feed<CatalogChange>
    }
  }
}

/** Adds these methods to a client. */
export function addAdditions(client: GeneratedResources, send: Send): void {
  const { importJobs } = client
  const additions: Additions = {
    products: { upload: (source, options) => upload({ send, importJobs }, source, options) },
    importJobs: { job: (id) => new Job(importJobs, id) },
    orders: {
      async ship(order, shipment, options) {
        const orderId = typeof order === 'string' ? order : order.id
        const body = { ...shipment, orderId }
        return (await send('POST', '/vendor/shipments', { ...options, body })) as Shipment
      }
    },
    events: {
      follow: (options = {}) => followFeed({ send, path: '/vendor/events', key: 'events' }, options)
    },
    platform: {
      events: {
        follow: (options = {}) => followFeed({ send, path: '/platform/events', key: 'events' }, options)
      },
      catalogChanges: {
        follow: (options = {}) =>
          followFeed({ send, path: '/platform/catalog-changes', key: 'changes' }, options)
      }
    }
  }
  merge(client, additions)
}

function merge(target: object, added: object): void {
  for (const [name, value] of Object.entries(added)) {
    if (typeof value === 'function') Object.assign(target, { [name]: value })
    else merge(target[name as keyof typeof target], value)
  }
}
