import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitLetters, splitWords } from './name-pieces.ts';

/** Names in many scripts, with a | where a line may end. */
const words = [
  'Jean-|Luc |Picard',
  'O’Neill',
  'Anna |(Ann) |Lee',
  'Иван |Петров',
  'محمد |عبد |الله',
  'בן־|ציון',
  '김 |민준',
  '남궁민수',
  '田中|太郎',
  '佐々木|希',
  '欧阳|娜|娜',
  'アレクサンドラ・|スミス',
  'ケン・|タナカ',
  'マリー',
  '小明Smith',
  'สมชาย |วงศ์|สวัสดิ์',
  'ประยุทธ์|จันทร์|โอชา',
  'ลลิตา',
  'ສົມ|ສັກ',
  'មាន |សុភា',
  'မောင်|မောင်',
  'प्रियंका |चोपड़ा',
];

test('a line ends after a space or a hyphen, or between words of a script without spaces', () => {
  for (const name of words) assert.equal(splitWords(name.replaceAll('|', '')).join('|'), name);
});

/** Words with a | where they may be broken if they are too long. */
const letters = [
  'A|n|n|a',
  'प्रि|यं|का',
  'マ|リー',
  'きゃ|りー',
  'ล|ลิ|ตา',
  'แก้|ว',
  'ຄໍາ|ແພ|ງ',
  'ශ්‍රී',
  'ក|ញ្ញា',
];

test('a word that is too long is broken between letters, never between a letter and its marks', () => {
  for (const word of letters) {
    assert.equal(splitLetters(word.replaceAll('|', '')).join('|'), word);
  }
});
