const FUNCTION_WORDS =
  /\b(?:[a-z]+'(?:s|re|ve|ll|d|m)|an?|the|this|that|these|those|it|its|i|me|my|we|us|our|you|your|he|she|they|them|there|here|what|which|where|when|how|who|whether|if|and|or|but|so|then|than|as|of|for|in|on|at|to|by|from|with|about|into|off|out|up|down|back|after|before|once|until|is|are|was|were|be|been|being|am|do|does|did|has|have|had|can|could|may|might|must|shall|should|will|would|not|no|now|just|only|still|yet|already|again|any|some|all|every|each|more|most|much|many|too|also|please|maybe|perhaps|really|right|okay|ok|let|get|got|go|give|say|tell|show|know|see|want|need|like|don't|won't)\b|'s\b|[\s,.?!:=()'\uE002-]/gi

/** Whether a phrase is made of small words alone, and so says nothing about any work. */
export const isFunctionWords = (text: string): boolean => text.replace(FUNCTION_WORDS, '') === ''
