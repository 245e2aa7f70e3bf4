/** Common given names and family names, by script. */
const words: Readonly<Record<string, readonly [given: string, family: string]>> = {
  Latin: [
    'Mia Kwame Muhammad Mohammed Ahmed Hamza Tommy Sammy Emmet Maddy Mohan Emma Noah Olivia Liam William Wilhelmina Maximilian Alexander Elizabeth Margaret Christopher Evangeline Jo Al Ida Zoë Chloé François Jürgen Søren Åsa Małgorzata Łukasz Wojciech Şebnem Çağla İbrahim Žofie Přemysl Ștefan Ángel Iñaki João Conceição Anne-Marie Jean-Baptiste Maria-Magdalena O’Shaughnessy Siobhán Caoimhe Guðrún Þórbjörn Wanda Wim MMMM William Ewa Gwendolyn Oluwaseun Chukwuemeka Ngozi Mwangi Wambui Thandiwe Nkosazana',
    'Smith Johnson García Hernández Müller Kowalski Yılmaz Nováková Ó’Brien Andersson Gonçalves Papadopoulos Okonkwo Mbeki van-der-Berg Wolfeschlegelsteinhausen Li Ng Washington Williams',
  ],
  Greek: [
    'Μαρία Γιώργος Ελένη Δημήτρης Κωνσταντίνος Βασιλική Αικατερίνη Παναγιώτης Ιωάννα Νίκος Σοφία Χρήστος Αγγελική Αθανάσιος Ευαγγελία Θεόδωρος Ξένια Οδυσσέας Πηνελόπη Φωτεινή Χρυσούλα Ψυχή Ωραία Ἀλέξανδρος Ἑλένη Σπυρίδων Στυλιανός Γρηγόρης Μιχάλης Αντιγόνη Καλλιόπη Εμμανουήλ Ζωή Λία Ηρώ Άρης Μυρτώ Δέσποινα Κυριάκος Λάμπρος',
    'Παπαδόπουλος Παπαδοπούλου Καραμανλής Βασιλείου Οικονόμου Γεωργίου Αντωνίου Μακρής Νικολαΐδης Κωνσταντινίδης',
  ],
  Cyrillic: [
    'Анна Мария Александр Екатерина Дмитрий Анастасия Владимир Константин Святослав Ольга Наталья Иван Фёдор Юрий Щука Жанна Шамиль Міхась Ярослава Андрій Олександра Їжакевич Ґжицька Бојан Љубица Његош Ђорђе Ћирило Џенан Ѓорѓи Ќирил Хүрэлбаатар Нұрсұлтан Әйгерім Қуаныш Өмирбек Ия Ян Лев Зоя Никита Максим Мурат Гүлназ Станислав Вячеслав Всеволод Людмила Елизавета Матвей',
    'Иванов Кузнецова Рождественский Шевченко Коваленко Щербакова Јовановић Димитров Каримов Жумабекова',
  ],
  Vietnamese: [
    'Anh Ánh Bảo Châu Dũng Đạt Đức Giang Hà Hải Hằng Hạnh Hiếu Hồng Hùng Hương Khánh Khoa Kiều Lan Linh Long Mai Minh Mỹ Nam Nga Ngân Nghĩa Ngọc Nguyên Nhung Oanh Phúc Phương Quân Quốc Quỳnh Sơn Tâm Thảo Thắng Thủy Thư Tiến Trang Trâm Trí Trường Tuấn Tuyết Uyên Vân Việt Vy Xuân Yến Ậu Ễn Ữu',
    'Nguyễn Trần Lê Phạm Huỳnh Hoàng Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Trương Nguyễn-Phước',
  ],
  Chinese: [
    '伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀英 霞 平 刚 桂英 子涵 雨桐 浩然 欣怡 梓轩 诗涵 宇航 佳怡 建国 志明 小红 美玲 淑芬 雅婷 怡君 承翰 家豪 詠晴 冠宇 馨慧 欧阳明日香 司马相如 诸葛孔明 慕容雪',
    '王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 欧阳 司马 上官 諸葛',
  ],
  Japanese: [
    '翔太 蓮 大翔 陽菜 さくら 結衣 美咲 明日香 健太郎 龍之介 百合子 ひまり たろう はなこ ゆうき りゅうのすけ さおり みなみ あおい こころ カレン ケンジ ナオミ エリザベス アレクサンダー マリー＝アンヌ 凛 葵 悠真 莉子 湊 紬 樹 楓 颯太 杏奈 優 隼人 美優 千尋 五右衛門 金太郎',
    '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 勅使河原 長谷川 五十嵐',
  ],
  Korean: [
    '민준 서연 지우 하은 도윤 예준 수빈 지민 현우 은지 미영 영희 철수 보라 하늘 별 솔 빛나 아름 가람 나라 다솜 라온 마루 바다 사랑 아라 초롱 슬기 한별 지훈 성민 유진 혜진 정은 경수 태양 남궁민수 제갈공명 선우용녀 황보혜정 독고영재 김수한무거북이',
    '김 이 박 최 정 강 조 윤 장 임 남궁 황보 제갈 독고',
  ],
  Arabic: [
    'محمد أحمد علي فاطمة عائشة خديجة مريم عمر عثمان يوسف إبراهيم إسماعيل عبدالله عبدالرحمن نور ليلى سلمى هدى أمل رنا دينا شيماء آية بسمة جميلة حسن حسين خالد طارق زياد سعيد صالح عبدالمجيد غسان فيصل قاسم كريم ماجد نادية وليد ياسمين مصطفى شهرزاد گلناز پریسا چنگیز ژاله کیومرث فرشتہ عبدالقیوم ٹیپو ہما مُحَمَّد الشَّيْخ',
    'الفاتح المصري البغدادي العبدالله بن-لادن الحسيني خان چودھری الشريف القحطاني',
  ],
  Hebrew: [
    'נועה אורי דוד יעל משה שרה רחל לאה אברהם יצחק יעקב מיכל תמר רון גיל עדי שירה הילה אביגיל אלכסנדרה בנימין גבריאל דניאל הדס ורד זהבה חיים טליה יונתן כרמל ליאור מרדכי נחמיה סיגלית עמיחי פנינה צביה קרן רבקה שלומית שָׁלוֹם דָּוִד נְחֶמְיָה',
    'כהן לוי מזרחי פרץ ביטון אברהמי פרידמן בן-גוריון קצנלנבוגן שפירא',
  ],
  'Hindi, Bengali and Tamil': [
    'प्रियंका राहुल अमित सुनीता कृष्ण लक्ष्मी दीपिका अर्जुन विद्या श्रीनिवास ज्योत्स्ना सिद्धार्थ ऋषि आर्यन काव्या अनन्या रुद्र हर्षवर्धन मोहम्मद शाहरुख़ প্রিয়াঙ্কা রাহুল সুমিত্রা কৃষ্ণেন্দু শ্রীজিতা অর্পিতা সৌরভ ঋতুপর্ণা মোহাম্মদ আব্দুল্লাহ রবীন্দ্রনাথ জ্যোৎস্না பிரியங்கா முருகன் லட்சுமி கார்த்திகேயன் செல்வி அருண் மீனாட்சி தமிழ்ச்செல்வன் ஸ்ரீதேவி ராஜேஷ் அன்பரசி பாலசுப்பிரமணியம்',
    'शर्मा श्रीवास्तव सिंह चतुर्वेदी চট্টোপাধ্যায় মুখোপাধ্যায় খান கிருஷ்ணமூர்த்தி ராமச்சந்திரன் பிள்ளை',
  ],
  Thai: [
    'สมชาย สมหญิง ณัฐ กิตติ พิมพ์ชนก ปิยะ สุภาพร วิชัย ชลธิชา ธนพล อรุณี มาลี น้ำฝน ใบเตย ก้อย กุ้ง หมู นก ไก่ ปลา ฟ้า ดาว เดือน ทิพย์ ศิริพร รัตนาภรณ์ จุฑามาศ ภัทรพล พงศ์ศักดิ์ อภิชาติ เกียรติศักดิ์ ศักดิ์สิทธิ์ เปี๊ยก ปั้น ญาญ่า ณเดชน์ กนกวรรณ วรรณวิมล สุชาดา ธีรศักดิ์',
    'ใจดี รักไทย ศรีสุวรรณ วงศ์สวัสดิ์ ชินวัตร จันทร์โอชา เวชชาชีวะ ทองคำ',
  ],
  'Emoji and mixtures': [
    '🎉Zoë🌈 👨‍👩‍👧‍👦 👩🏽‍🚀Mia 🇫🇷 Zoë🌈 ❤️ 🦄🦄🦄 🏳️‍🌈Sam Ⓜ️ax ✨Ana✨ محمدAli Noaנועה 王Wei Kim김 Анна☀️ 𝓜𝓲𝓪 𝕄𝕒𝕩 Ｍｉａ Ł₿ 1234567890 __mia__92 x_X_dragon_X_x DJ-Ötzi Mr.T R2-D2 ℌ𝔢𝔩𝔤𝔞 Ａｌｅｘ አበበ ხვიჩა Արամ សុខា မောင် ສົມ རྡོ་རྗེ ᏣᎳᎩ ⵎⵓⵃⵎⵎⴷ 👩‍❤️‍💋‍👨 👍🏿 ｶﾀｶﾅ Z̷o̷e̷',
    '🌴 محمد 김 李 Smith Иванов 👩‍👩‍👧 нова 🐙🐙 Öz',
  ],
};

/** 200 names of each script: all given names, then some with a family name. */
export const names: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(words).map(([script, [given, family]]) => {
    const [first, last] = [given.split(' '), family.split(' ')];
    const both = last.flatMap((name) => first.map((word) => `${word} ${name}`));
    // Steps of 101, so that the first 200 combinations contain many different names.
    const mixed = both.map((_, index) => both[(index * 101) % both.length] ?? '');
    return [script, [...new Set([...first, ...mixed])].slice(0, 200)];
  }),
);
