#!/usr/bin/env node
import { useCompileCache } from './compile-cache.ts'

useCompileCache(import.meta.dirname)
void import('./program.ts')
