/** Words that look like a path: with a slash, a file extension, or a name that only a file has. */
export const pathsIn = (text: string): readonly string[] =>
  text
    .split(/[\s"'`<>()[\]{},]+/)
    .map(word => word.replace(/^@|[.:;!?]+$/g, '').replace(/^\.\//, ''))
    .filter(word =>
      /^(?!https?:)[\w.*@-]*(?:\/[\w.*@-]+)+\/?$|^[\w*-][\w.*-]*\.[a-zA-Z]\w{0,9}$|^\.[a-z][\w.-]+$|^(?:Make|make|just|Rake|Task|Docker)file$|^__\w+__\/?$/.test(
        word,
      ),
    )
    .filter(
      word =>
        !/^\d+(?:\.\d+)*$|^v\d|^(?:e\.g|i\.e|etc|node\.js|next\.js|vue\.js|and\/or|either\/or|read\/write|input\/output|ci\/cd|client\/server|true\/false|yes\/no)$/i.test(
          word,
        ),
    )
