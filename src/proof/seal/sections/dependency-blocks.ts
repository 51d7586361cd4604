import type { Codec, SectionPolicy } from './document.ts'

/**
 * Build files that are programs or markup: their dependency blocks belong to the agent, everything else counts byte by byte. In some
 * of them such a block is a program too, so it is free only if every line is a plain declaration.
 */
interface BlockForm {
  readonly block: RegExp
  readonly line: RegExp
}

/** The part of such a file that counts. */
export const ALL_BUT_DEPENDENCIES = 'all but dependencies'

const GRADLE: BlockForm = {
  block: /^(dependencies\s*\{\n)([^{}]*)(^\})/gm,
  line: /^\s*(?:\/\/.*|\w+[ (]\s*(?:(?:platform|project|kotlin|enforcedPlatform)\s*\(\s*)?(?:["'][^"'$`;]*["']|libs\.[\w.]+)\s*\)*)?\s*$/,
}
const MIX: BlockForm = {
  block: /^( *defp? deps do\n)((?:(?! *end$)[^\n]*\n)*)( *end$)/gm,
  line: /^\s*(?:#.*|\[|\]|\[?\{:\w+,[^()&|]*\},?\]?)?\s*$/,
}
const MAVEN: BlockForm = {
  // Not the dependencies of a plugin: the build itself runs on them.
  block: /<plugin>[\s\S]*?<\/plugin>|(<dependencies>)((?:(?!<\/dependencies>)[\s\S])*)(<\/dependencies>)/g,
  line: /^.*$/,
}

const codecOf = ({ block, line }: BlockForm): Codec => {
  const isPlain = (body: string): boolean => body.split('\n').every(each => line.test(each))
  return {
    parse(text) {
      const blocks: string[] = []
      const rest = text.replace(block, (whole, open?: string, body?: string, close?: string) => {
        if (body === undefined || !isPlain(body)) return whole
        blocks.push(body)
        return `${open}\0${close}`
      })
      return { [ALL_BUT_DEPENDENCIES]: rest, blocks }
    },
    print({ [ALL_BUT_DEPENDENCIES]: rest, blocks }) {
      const bodies = Array.isArray(blocks) ? [...blocks] : []
      return String(rest).replace(/\0/g, () => String(bodies.shift() ?? ''))
    },
  }
}

export const gradleCodec = codecOf(GRADLE)
export const mixCodec = codecOf(MIX)
export const mavenCodec = codecOf(MAVEN)

export const blocksPolicy: SectionPolicy = ([part]) => (part === ALL_BUT_DEPENDENCIES ? 'sealed' : 'free')
