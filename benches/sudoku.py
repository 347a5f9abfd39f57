"""Sudoku variants on OR-Tools CP-SAT, by models of its own, beside Gordian, for docs/performance.md.

Usage: python benches/sudoku.py [--gordian PROGRAM] [--facts] [--tsv FILE] PUZZLES..., the JSON of f-puzzles or the named puzzles' plain JSON.
CPU seconds to the solution and the proof that it is the only one, on one thread. What the Python model takes to be built, and the
import of ortools, are not counted; the whole process of `gordian list --limit 2`, or with --facts of `gordian facts`, is. Solutions are compared with the table
`solutions.tsv` beside the puzzles, or the solution that the file holds. What the models below do not express is not taken.
"""
import argparse,json,os,resource,subprocess,time
from ortools.sat.python import cp_model
def cell(s):
    s=s.upper(); r,c=s[1:].split('C'); return int(r)-1,int(c)-1
def build(d):
    n=int(d['size']); m=cp_model.CpModel()
    x=[[m.NewIntVar(1,n,f'r{r+1}c{c+1}') for c in range(n)] for r in range(n)]
    V=lambda s:x[cell(s)[0]][cell(s)[1]]
    h=max(k for k in range(1,n+1) if k*k<=n and n%k==0); w=n//h
    reg=[[ (r//h)*h+c//w for c in range(n)] for r in range(n)]
    for r in range(n):
        for c in range(n):
            g=d['grid'][r][c]
            if g.get('given'): m.Add(x[r][c]==g['value'])
            if g.get('givenPencilMarks'): m.AddAllowedAssignments([x[r][c]],[(v,) for v in g['givenPencilMarks']])
            if g.get('region') is not None: reg[r][c]=g['region']
            if g.get('parity'):
                m.AddAllowedAssignments([x[r][c]],[(v,) for v in range(1,n+1) if v%2==(0 if g['parity']=='Even' else 1)])
    for r in range(n): m.AddAllDifferent(x[r])
    for c in range(n): m.AddAllDifferent([x[r][c] for r in range(n)])
    R={}
    for r in range(n):
        for c in range(n): R.setdefault(reg[r][c],[]).append((r,c))
    for cs in R.values(): m.AddAllDifferent([x[r][c] for r,c in cs])
    def pairs(a,b,f): m.AddAllowedAssignments([a,b],[(i,j) for i in range(1,n+1) for j in range(1,n+1) if f(i,j)])
    neigh=[((r,c),(r+a,c+b)) for r in range(n) for c in range(n) for a,b in((0,1),(1,0)) if r+a<n and c+b<n]
    L=lambda k:[[cell(s) for s in l] for e in d.get(k) or [] for l in e['lines']]
    X=lambda p:x[p[0]][p[1]]
    if d.get('diagonal+'): m.AddAllDifferent([x[n-1-i][i] for i in range(n)])
    if d.get('diagonal-'): m.AddAllDifferent([x[i][i] for i in range(n)])
    for k,st in (('antiknight',[(1,2),(2,1),(1,-2),(2,-1)]),('antiking',[(1,1),(1,-1)])):
        if d.get(k):
            for r in range(n):
                for c in range(n):
                    for a,b in st:
                        if 0<=r+a<n and 0<=c+b<n: m.Add(x[r][c]!=x[r+a][c+b])
    if d.get('disjointgroups'):
        for i in range(n): m.AddAllDifferent([X(cs[i]) for cs in R.values()])
    for e in d.get('killercage') or []:
        v=[V(s) for s in e['cells']]; m.AddAllDifferent(v)
        if e.get('value'): m.Add(sum(v)==int(e['value']))
    for e in d.get('littlekillersum') or []:
        r,c=cell(e['cell']); a,b={'UL':(-1,-1),'UR':(-1,1),'DL':(1,-1),'DR':(1,1)}[e['direction']]
        cs=[(r+k*a,c+k*b) for k in range(1,n+1) if 0<=r+k*a<n and 0<=c+k*b<n]
        m.Add(sum(X(p) for p in cs)==int(e['value']))
    for e in d.get('arrow') or []:
        b=sorted(cell(s) for s in e['cells']); num=0
        for p in b: num=num*10+X(p)
        for l in e['lines']:
            cs=[cell(s) for s in l]
            if cs[0] in b: cs=cs[1:]
            m.Add(sum(X(p) for p in cs)==num)
    for l in L('thermometer'):
        for a,b in zip(l,l[1:]): m.Add(X(a)<X(b))
    for l in L('palindrome'):
        for a,b in zip(l[:len(l)//2],l[::-1]): m.Add(X(a)==X(b))
    for l in L('renban'):
        v=[X(p) for p in l]; m.AddAllDifferent(v); lo=m.NewIntVar(1,n,''); hi=m.NewIntVar(1,n,'')
        m.AddMinEquality(lo,v); m.AddMaxEquality(hi,v); m.Add(hi-lo==len(v)-1)
    for e in d.get('whispers') or []:
        k=int(e.get('value') or (n+1)//2)
        for l in e['lines']:
            for a,b in zip(l,l[1:]): pairs(V(a),V(b),lambda i,j:abs(i-j)>=k)
    for l in L('regionsumline'):
        segs=[];last=None
        for p in l:
            if reg[p[0]][p[1]]!=last: segs.append([]); last=reg[p[0]][p[1]]
            segs[-1].append(X(p))
        for s in segs[1:]: m.Add(sum(s)==sum(segs[0]))
    for l in L('entropicline'):
        for i in range(len(l)-1):
            for j in (1,2):
                if i+j<len(l): pairs(X(l[i]),X(l[i+j]),lambda a,b:(a-1)//3!=(b-1)//3)
    for l in L('zipperline'):
        k=len(l)//2
        for i in range(k):
            t=X(l[k]) if len(l)%2 else X(l[0])+X(l[-1])
            m.Add(X(l[i])+X(l[-1-i])==t)
    for l in L('betweenline'):
        b=m.NewBoolVar('')
        for p in l[1:-1]:
            m.Add(X(p)>X(l[0])).OnlyEnforceIf(b); m.Add(X(p)<X(l[-1])).OnlyEnforceIf(b)
            m.Add(X(p)<X(l[0])).OnlyEnforceIf(b.Not()); m.Add(X(p)>X(l[-1])).OnlyEnforceIf(b.Not())
    for l in L('lockout'):
        b=m.NewBoolVar(''); A,B=X(l[0]),X(l[-1])
        m.Add(B-A>=4).OnlyEnforceIf(b); m.Add(A-B>=4).OnlyEnforceIf(b.Not())
        lo=m.NewIntVar(1,n,'');hi=m.NewIntVar(1,n,'');m.AddMinEquality(lo,[A,B]);m.AddMaxEquality(hi,[A,B])
        for p in l[1:-1]:
            q=m.NewBoolVar(''); m.Add(X(p)<lo).OnlyEnforceIf(q); m.Add(X(p)>hi).OnlyEnforceIf(q.Not())
    for l in L('doublearrow'): m.Add(sum(X(p) for p in l[1:-1])==X(l[0])+X(l[-1]))
    marks=set(); xvs=set(); ratios=set()
    for e in d.get('difference') or []:
        k=int(e.get('value') or 1); a,b=e['cells']; pairs(V(a),V(b),lambda i,j:abs(i-j)==k); marks.add(frozenset((cell(a),cell(b))))
    for e in d.get('ratio') or []:
        k=int(e.get('value') or 2); a,b=e['cells']; pairs(V(a),V(b),lambda i,j:i==k*j or j==k*i); marks.add(frozenset((cell(a),cell(b)))); ratios.add(k)
    for e in d.get('xv') or []:
        a,b=e['cells']; m.Add(V(a)+V(b)==(10 if e['value']=='X' else 5)); xvs.add(frozenset((cell(a),cell(b))))
    neg=d.get('negative') or []
    for a,b in neigh:
        f=frozenset((a,b))
        if d.get('nonconsecutive') and f not in marks: pairs(X(a),X(b),lambda i,j:abs(i-j)!=1)
        if 'ratio' in neg and f not in marks: pairs(X(a),X(b),lambda i,j:all(i!=k*j and j!=k*i for k in (ratios or {2})))
        if 'xv' in neg and f not in xvs: pairs(X(a),X(b),lambda i,j:i+j not in(5,10))
    for e in d.get('quadruple') or []:
        for v in set(e['values']):
            bs=[]
            for s in e['cells']:
                b=m.NewBoolVar(''); m.Add(V(s)==v).OnlyEnforceIf(b); bs.append(b)
            m.Add(sum(bs)>=e['values'].count(v))
    for e in d.get('clone') or []:
        for a,b in zip(e['cells'],e['cloneCells']): m.Add(V(a)==V(b))
    for k,p in (('odd',1),('even',0)):
        for e in d.get(k) or []: m.AddAllowedAssignments([V(e['cell'])],[(v,) for v in range(1,n+1) if v%2==p])
    for k in ('minimum','maximum'):
        S={cell(e['cell']) for e in d.get(k) or []}
        for r,c in S:
            for a,b in((0,1),(1,0),(0,-1),(-1,0)):
                q=(r+a,c+b)
                if 0<=q[0]<n and 0<=q[1]<n and q not in S:
                    m.Add(x[r][c]<X(q)) if k=='minimum' else m.Add(x[r][c]>X(q))
    for k in ('rowindexer','columnindexer'):
        for e in d.get(k) or []:
            for s in e['cells']:
                r,c=cell(s)
                for v in range(1,n+1):
                    o=x[r][v-1] if k=='columnindexer' else x[v-1][c]; t=(c if k=='columnindexer' else r)+1
                    b=m.NewBoolVar(''); m.Add(x[r][c]==v).OnlyEnforceIf(b); m.Add(x[r][c]!=v).OnlyEnforceIf(b.Not())
                    m.Add(o==t).OnlyEnforceIf(b); m.Add(o!=t).OnlyEnforceIf(b.Not())
    def look(e):
        r,c=cell(e['cell'])
        v=[x[i][c] for i in range(n)] if not 0<=r<n else x[r][:]
        if r>=n or c>=n: v=v[::-1]
        return v
    for k in ('sandwichsum','skyscraper','xsum'):
        for e in d.get(k) or []:
            v=look(e); t=int(e['value'])
            if k=='xsum':
                for q in range(1,n+1):
                    b=m.NewBoolVar(''); m.Add(v[0]==q).OnlyEnforceIf(b); m.Add(v[0]!=q).OnlyEnforceIf(b.Not())
                    m.Add(sum(v[:q])==t).OnlyEnforceIf(b)
                continue
            # automaton
            ids={}; trans=[]; fin=set()
            step={'sandwichsum':lambda s,a:((1,0) if s[0]==0 else ((2,0) if s[1]==t else None)) if a in(1,n) and s[0]<2 else (None if a in (1,n) else ((s[0],s[1]+a) if s[0]==1 else s)),
                  'skyscraper':lambda s,a:(a,s[1]+1) if a>s[0] else s}[k]
            start=(0,0); ids[start]=0; todo=[start]
            while todo:
                s=todo.pop()
                for a in range(1,n+1):
                    q=step(s,a)
                    if q is None or q[1]>t: continue
                    if q not in ids: ids[q]=len(ids); todo.append(q)
                    trans.append((ids[s],a,ids[q]))
            fin=[i for s,i in ids.items() if (s[0]==2 if k=='sandwichsum' else s[1]==t)]
            m.AddAutomaton(v,0,fin,trans)
    return n,m,x

def named(d):
    """The rules of the two named puzzles that stand in plain JSON."""
    n,m,x=build({'size':d['size'],'grid':[[{}]*9]*9,'renban':[{'lines':d.get('renban') or []}]})
    X=lambda s:x[cell(s)[0]][cell(s)[1]]
    for a in d.get('arrow') or []: m.Add(X(a['bulb'])==sum(X(s) for s in a['shaft']))
    if d.get('letter_quads'):
        L={l:m.NewIntVar(1,n,l) for l in d['letter_quads']['letters']}; m.AddAllDifferent(L.values())
        for q in d['letter_quads']['quads']:
            r,c=cell(q['top_left'])
            for l in q['letters']:
                bs=[m.NewBoolVar('') for _ in range(4)]
                for b,(i,j) in zip(bs,((r,c),(r,c+1),(r+1,c),(r+1,c+1))): m.Add(x[i][j]==L[l]).OnlyEnforceIf(b)
                m.AddBoolOr(bs)
    if not d.get('yin_yang'): return n,m,x
    R=range(n); land=[[m.NewBoolVar('') for _ in R] for _ in R]
    for r in range(n-1):
        for c in range(n-1):
            p,q,s,t=land[r][c],land[r][c+1],land[r+1][c],land[r+1][c+1]
            m.AddBoolOr(p,q,s,t); m.AddBoolOr(p.Not(),q.Not(),s.Not(),t.Not())
            # Two connected colours do not cross.
            m.AddBoolOr(p.Not(),q,s,t.Not()); m.AddBoolOr(p,q.Not(),s.Not(),t)
    for colour in (0,1):
        has=[[v if colour else v.Not() for v in row] for row in land]
        depth=[[m.NewIntVar(0,n*n//2,'') for _ in R] for _ in R]; roots=[]
        for r in R:
            for c in R:
                root=m.NewBoolVar(''); roots.append(root); parents=[root]
                for a,b in ((0,1),(1,0),(0,-1),(-1,0)):
                    if 0<=r+a<n and 0<=c+b<n:
                        e=m.NewBoolVar(''); parents.append(e); m.AddImplication(e,has[r+a][c+b])
                        m.Add(depth[r][c]==depth[r+a][c+b]+1).OnlyEnforceIf(e)
                m.Add(sum(parents)==has[r][c])
        m.AddExactlyOne(roots)
    def apart(a,b,k,on):
        g=m.NewBoolVar(''); m.Add(a-b>=k).OnlyEnforceIf(on,g); m.Add(b-a>=k).OnlyEnforceIf(on,g.Not())
    def parity(v):
        o=m.NewBoolVar(''); m.Add(v==2*m.NewIntVar(0,n,'')+o); return o
    def third(v):
        t=m.NewIntVar(0,2,''); m.Add(v>=3*t+1); m.Add(v<=3*t+3); return t
    for line in d['lines']:
        ps=[cell(s) for s in line['cells']]; v=[x[r][c] for r,c in ps]; k=len(v)
        on=m.NewBoolVar(''); m.AddMaxEquality(on,[land[r][c] for r,c in ps])
        wet=m.NewBoolVar(''); m.AddMaxEquality(wet,[land[r][c].Not() for r,c in ps])
        pairs=[(a,b) for i,a in enumerate(v) for b in v[i+1:]]; kind=line['type']
        for i in range(k//2):
            m.Add(v[i]+v[-1-i]==(v[k//2] if k%2 else v[0]+v[-1])).OnlyEnforceIf(wet)
            if kind=='palindrome': m.Add(v[i]==v[-1-i]).OnlyEnforceIf(on)
        if kind=='renban':
            for a,b in pairs: m.Add(a!=b).OnlyEnforceIf(on); m.Add(a-b<k).OnlyEnforceIf(on); m.Add(b-a<k).OnlyEnforceIf(on)
        if kind=='nabner':
            for a,b in pairs: apart(a,b,2,on)
        if kind=='whisper':
            for a,b in zip(v,v[1:]): apart(a,b,5,on)
        if kind=='parity':
            o=[parity(a) for a in v]
            for a,b in zip(o,o[1:]): m.Add(a+b==1).OnlyEnforceIf(on)
        if kind=='entropic':
            t=[third(a) for a in v]
            for i in range(k):
                for j in (i+1,i+2):
                    if j<k: m.Add(t[i]!=t[j]).OnlyEnforceIf(on)
        if kind=='sameDifference':
            ds=[m.NewIntVar(0,n,'') for _ in v[1:]]
            for e,a,b in zip(ds,v,v[1:]): m.AddAbsEquality(e,a-b)
            for e in ds[1:]: m.Add(e==ds[0]).OnlyEnforceIf(on)
        if kind=='regionSum':
            segs=[]; last=None
            for (r,c),a in zip(ps,v):
                if (r//3,c//3)!=last: segs.append([]); last=(r//3,c//3)
                segs[-1].append(a)
            for g in segs[1:]: m.Add(sum(g)==sum(segs[0])).OnlyEnforceIf(on)
    return n,m,x

def cp_sat(d):
    """The digits, and the CPU seconds to them and to the proof; digits of None where there is another solution."""
    n,m,x=build(d) if 'grid' in d else named(d)
    s=cp_model.CpSolver(); s.parameters.num_workers=1
    t=time.process_time(); st=s.Solve(m); first=time.process_time()-t
    if st not in (cp_model.OPTIMAL,cp_model.FEASIBLE): return None,first,0
    digits=[s.Value(x[r][c]) for r in range(n) for c in range(n)]
    bs=[]
    for v,digit in zip([v for row in x for v in row],digits):
        b=m.NewBoolVar(''); m.Add(v!=digit).OnlyEnforceIf(b); bs.append(b)
    m.AddBoolOr(bs)
    t=time.process_time(); st=s.Solve(m); second=time.process_time()-t
    return (digits if st==cp_model.INFEASIBLE else None),first,second

def gordian(program,path,facts):
    """The digits where there is one solution, and the CPU seconds of the process."""
    verb=['facts'] if facts else ['list','--limit','2']
    before=resource.getrusage(resource.RUSAGE_CHILDREN)
    text=subprocess.run([program,*verb,'--json',path],capture_output=True,text=True).stdout
    after=resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds=after.ru_utime-before.ru_utime+after.ru_stime-before.ru_stime
    told=json.loads(text)
    solutions=[told['solution']]*(1 if told['unique'] else 2) if facts else told['solutions']
    grids=[solution['grid'] for solution in solutions]
    return ([int(digit) for row in grids[0] for digit in row] if len(grids)==1 else None),seconds

if __name__=='__main__':
    arguments=argparse.ArgumentParser(description=__doc__,formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument('--gordian'); arguments.add_argument('--facts',action='store_true'); arguments.add_argument('--tsv'); arguments.add_argument('puzzles',nargs='+')
    arguments=arguments.parse_args()
    known={}
    table=os.path.join(os.path.dirname(arguments.puzzles[0]),'solutions.tsv')
    if os.path.exists(table):
        for row in (line.rstrip('\n').split('\t') for line in list(open(table))[1:]):
            known[row[0]]=[int(digit) for digit in (row[3].split(',') if ',' in row[3] else row[3])]
    rows=[]
    for path in arguments.puzzles:
        d=json.load(open(path)); name=os.path.basename(path)
        right=known.get(name) or [int(digit) for digit in d['solution']]
        digits,first,second=cp_sat(d); ours=None
        assert digits==right,(name,'CP-SAT',digits)
        if arguments.gordian:
            digits,ours=gordian(arguments.gordian,path,arguments.facts); assert digits==right,(name,'Gordian',digits)
        rows.append((name,first,second,ours)); print(*rows[-1],sep='\t',flush=True)
    if arguments.tsv:
        open(arguments.tsv,'w').writelines('\t'.join(map(str,row))+'\n' for row in rows)
    theirs=[first+second for _,first,second,_ in rows]
    print(f'{len(rows)} puzzles: CP-SAT {sum(theirs):.1f} s, {sum(r[1] for r in rows):.1f} to the solutions; most {max(theirs):.2f}')
    if arguments.gordian:
        own=[r[3] for r in rows]
        print(f'Gordian {sum(own):.1f} s; median {sorted(own)[len(own)//2]:.3f}, most {max(own):.2f}; '
              f'{sum(theirs)/sum(own):.1f} times; slower on {sum(o>t for o,t in zip(own,theirs))}')
