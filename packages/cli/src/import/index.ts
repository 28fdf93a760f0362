export { type FileResult, type ImportJob, importFiles, type SourceFile } from './import-files.ts'
export { markdownFiles } from './markdown-folder.ts'
export { ensureTopic, type NewTopic, plainTopic } from './topic.ts'
