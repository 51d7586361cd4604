/** How many background loops run at once. In a file of its own: every start reads the settings, and few read the registry. */
export const MAX_CONCURRENT_LOOPS = 4
