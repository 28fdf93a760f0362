import { main } from '../../packages/server/src/main.ts'

void main(process.argv)
