/** The end of a stream of any length, in at most `limit` bytes of memory. */
export class LastBytes {
  readonly #limit: number
  #memory = Buffer.alloc(0)
  /** Bytes received in total. */
  #came = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** How many bytes came before those that are held. */
  get dropped(): number {
    return Math.max(0, this.#came - this.#limit)
  }

  push(bytes: Uint8Array): void {
    const kept = bytes.length > this.#limit ? bytes.subarray(bytes.length - this.#limit) : bytes
    this.#came += bytes.length - kept.length
    this.#grow(Math.min(this.#limit, this.#came + kept.length))
    const at = this.#limit === 0 ? 0 : this.#came % this.#limit
    const first = Math.min(kept.length, this.#memory.length - at)
    this.#memory.set(kept.subarray(0, first), at)
    this.#memory.set(kept.subarray(first), 0)
    this.#came += kept.length
  }

  /** The held bytes, in order. */
  bytes(): Buffer {
    if (this.#came <= this.#limit) return this.#memory.subarray(0, this.#came)
    const seam = this.#came % this.#limit
    return Buffer.concat([this.#memory.subarray(seam), this.#memory.subarray(0, seam)])
  }

  #grow(needed: number): void {
    if (needed <= this.#memory.length) return
    const larger = Buffer.allocUnsafe(Math.min(this.#limit, Math.max(needed, 2 * this.#memory.length)))
    this.#memory.copy(larger)
    this.#memory = larger
  }
}
